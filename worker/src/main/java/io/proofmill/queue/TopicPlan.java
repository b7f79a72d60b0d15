package io.proofmill.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics that must exist, and what must be true of them.
 *
 * <p>Requests of all priorities, the retries and the memory of job ids have the same number of partitions: then partition p of each belongs to the same job ids and to the same worker.
 */
public final class TopicPlan {
    /** Largest message in topics that carry requests. */
    static final int REQUEST_BYTES = 4 << 20;
    /** Topics that wrap a request into another record take a little more. */
    static final int WRAPPED_BYTES = REQUEST_BYTES + (1 << 20);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final TopicNames names;
    private final QueueSettings.Creation creation;
    private final Duration retention;

    public TopicPlan(QueueSettings settings) {
        this.names = settings.topics();
        this.creation = settings.creation();
        this.retention = settings.retention();
    }

    /**
     * Creates what is missing and checks what is there.
     *
     * @throws QueueException USAGE when topics are missing and must not be created, or don't fit together; BROKER_UNAVAILABLE when the brokers don't answer
     */
    public void ensure(Admin admin) throws InterruptedException {
        List<NewTopic> wanted = wanted(creation.partitions());
        Map<String, TopicDescription> existing =
                describe(admin, wanted.stream().map(NewTopic::name).toList());
        Optional<Integer> partitions = partitionsInUse(existing);
        List<NewTopic> missing = wanted(partitions.orElse(creation.partitions())).stream()
                .filter(topic -> !existing.containsKey(topic.name()))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        requireVisible(admin, missing.stream().map(NewTopic::name).toList());
        if (!creation.allowed()) {
            throw new QueueException(
                    Reason.USAGE.name(),
                    "topics are missing and must not be created: "
                            + missing.stream().map(NewTopic::name).toList());
        }
        create(admin, missing);
    }

    List<NewTopic> wanted(int partitions) {
        List<NewTopic> topics = new ArrayList<>();
        for (String requests : names.allRequests()) {
            topics.add(topic(requests, partitions, retained(REQUEST_BYTES)));
        }
        topics.add(topic(names.retries(), partitions, retained(WRAPPED_BYTES)));
        topics.add(topic(names.jobs(), partitions, compacted()));
        topics.add(topic(names.results(), partitions, retained(REQUEST_BYTES)));
        topics.add(topic(names.events(), partitions, retained(REQUEST_BYTES)));
        topics.add(topic(names.deadLetters(), partitions, retained(WRAPPED_BYTES)));
        topics.add(topic(names.control(), 1, retained(REQUEST_BYTES)));
        return topics;
    }

    private Optional<Integer> partitionsInUse(Map<String, TopicDescription> existing) {
        Integer count = null;
        List<String> together = new ArrayList<>(names.consumed());
        together.add(names.jobs());
        for (String name : together) {
            TopicDescription description = existing.get(name);
            if (description == null) {
                continue;
            }
            int own = description.partitions().size();
            if (count != null && count != own) {
                throw new QueueException(
                        Reason.USAGE.name(),
                        "topics that must have the same number of partitions differ: %s has %d, another has %d"
                                .formatted(name, own, count));
            }
            count = own;
        }
        return Optional.ofNullable(count);
    }

    private NewTopic topic(String name, int partitions, Map<String, String> configs) {
        Optional<Short> replication =
                creation.replication() < 1 ? Optional.empty() : Optional.of(creation.replication());
        return new NewTopic(name, Optional.of(partitions), replication).configs(configs);
    }

    private Map<String, String> retained(int messageBytes) {
        return Map.of(
                TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()),
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(messageBytes));
    }

    /** A job id is remembered for the retention and forgotten then: compaction keeps the newest of each id, deletion the time. */
    private Map<String, String> compacted() {
        Map<String, String> configs = new HashMap<>(retained(WRAPPED_BYTES));
        configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, "compact,delete");
        return configs;
    }

    private static Map<String, TopicDescription> describe(Admin admin, List<String> names) throws InterruptedException {
        Set<String> existing = ask(() -> admin.listTopics().names().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
        List<String> ours = names.stream().filter(existing::contains).toList();
        return ask(() -> admin.describeTopics(ours).allTopicNames().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
    }

    /** A topic that this user may not describe is not in the list either: asked for it by name, the brokers say that it is the right that is missing. */
    private static void requireVisible(Admin admin, List<String> missing) throws InterruptedException {
        for (Map.Entry<String, KafkaFuture<TopicDescription>> described :
                admin.describeTopics(missing).topicNameValues().entrySet()) {
            try {
                ask(() -> described.getValue().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
            } catch (QueueException e) {
                if (e.getCause() instanceof TopicAuthorizationException) {
                    throw new QueueException(
                            Reason.BROKER_UNAVAILABLE.name(),
                            "not authorized to use topic " + described.getKey()
                                    + ": this user lacks the right to read or to write it",
                            e.getCause());
                }
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
    }

    private static void create(Admin admin, List<NewTopic> missing) throws InterruptedException {
        for (Map.Entry<String, KafkaFuture<Void>> created :
                admin.createTopics(missing).values().entrySet()) {
            try {
                ask(() -> created.getValue().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
            } catch (QueueException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
        awaitLeaders(admin, missing);
    }

    /**
     * Until the leaders of new partitions have taken office an idempotent producer's first batches can be refused, and then be out of order for as long as the producer tries: whoever sends
     * to a topic that was just made would wait for his time-out.
     */
    private static void awaitLeaders(Admin admin, List<NewTopic> created) throws InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (NewTopic topic : created) {
            for (int partition = 0; partition < topic.numPartitions(); partition++) {
                ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
            }
        }
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!haveLeaders(admin, ends, deadline)) {
            Pauser.SLEEP.pause(PAUSE);
        }
    }

    /** False as long as the broker asked has not heard of the topics yet. */
    private static boolean haveLeaders(Admin admin, Map<TopicPartition, OffsetSpec> ends, long deadline)
            throws InterruptedException {
        try {
            ask(() -> admin.listOffsets(ends).all().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
            return true;
        } catch (QueueException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException && System.nanoTime() - deadline < 0) {
                return false;
            }
            throw e;
        }
    }

    private interface Question<T> {
        T ask() throws InterruptedException, ExecutionException, TimeoutException;
    }

    private static <T> T ask(Question<T> question) throws InterruptedException {
        try {
            return question.ask();
        } catch (ExecutionException e) {
            throw new QueueException(
                    Reason.BROKER_UNAVAILABLE.name(),
                    "the brokers did not answer about topics: " + e.getCause().getMessage(),
                    e.getCause());
        } catch (TimeoutException e) {
            throw new QueueException(
                    Reason.BROKER_UNAVAILABLE.name(),
                    "the brokers did not answer about topics within %d s".formatted(TIMEOUT.toSeconds()),
                    e);
        }
    }
}
