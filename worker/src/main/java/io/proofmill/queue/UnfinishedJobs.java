package io.proofmill.queue;

import io.proofmill.queue.CommittedOffsets.Standing;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.queue.registry.UndecodableRecordException;
import io.proofmill.schemas.DelayedJob;
import io.proofmill.schemas.ProofRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads the jobs that a group has not finished: requests behind the committed offsets, less those done out of order, and retries. It looks on from outside the group and commits nothing. */
public final class UnfinishedJobs {
    private static final Duration POLL = Duration.ofMillis(200);

    private final RecordCodec codec;
    private final TopicNames topics;
    private final int most;
    private final List<Unfinished> found = new ArrayList<>();
    private final Map<TopicPartition, Integer> taken = new HashMap<>();

    /**
     * One job that is not done.
     *
     * @param jobId the record's key
     * @param circuit empty when the record cannot be decoded
     * @param sentAt the record's time stamp
     * @param starts how often workers have started it under this record without an outcome so far
     * @param retry what is known of a job that waits for its next attempt; empty for a request
     */
    public record Unfinished(
            String topic,
            int partition,
            long offset,
            String jobId,
            String circuit,
            Instant sentAt,
            int starts,
            Optional<Retry> retry) {}

    /** When a job may be tried again, how often it was tried, and why the last attempt failed. */
    public record Retry(Instant notBefore, int attempts, String reasonCode, String message) {}

    private UnfinishedJobs(RecordCodec codec, TopicNames topics, int most) {
        this.codec = codec;
        this.topics = topics;
        this.most = most;
    }

    /**
     * Asks the brokers.
     *
     * @param mostPerPartition how many jobs of one partition are read at most, the oldest ones
     * @throws QueueException BROKER_UNAVAILABLE when they don't answer
     */
    public static List<Unfinished> read(
            QueueSettings settings, SchemaRegistry registry, String clientName, int mostPerPartition)
            throws InterruptedException {
        ClientSettings clients = new ClientSettings(settings, clientName);
        UnfinishedJobs jobs = new UnfinishedJobs(new RecordCodec(registry, false), settings.topics(), mostPerPartition);
        try (Admin admin = Admin.create(clients.admin());
                Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(clients.reader("unfinished"))) {
            Map<TopicPartition, Standing> standings = AdminCommittedOffsets.passing(admin, settings.group())
                    .standing(GroupOffsets.partitions(admin, settings.topics().consumed()))
                    .toCompletableFuture()
                    .get();
            standings.values().removeIf(standing -> first(standing) >= standing.end());
            jobs.readAll(consumer, standings);
            return jobs.found;
        } catch (ExecutionException | KafkaException e) {
            throw new QueueException(
                    Reason.BROKER_UNAVAILABLE.name(), "the brokers did not tell what waits: " + e.getMessage(), e);
        }
    }

    private static long first(Standing standing) {
        return standing.committed() == null
                ? standing.start()
                : Math.max(standing.start(), standing.committed().offset());
    }

    private void readAll(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Standing> standings) {
        Set<TopicPartition> open = new HashSet<>(standings.keySet());
        consumer.assign(open);
        standings.forEach((partition, standing) -> consumer.seek(partition, first(standing)));
        // Of a transaction that is still open nothing can be read: the reader's own ends stand before it.
        Map<TopicPartition, Long> ends = consumer.endOffsets(open);
        while (!open.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                Standing standing = standings.get(partition);
                if (taken.getOrDefault(partition, 0) < most) {
                    take(partition, record, standing);
                }
            }
            open.removeIf(partition ->
                    taken.getOrDefault(partition, 0) >= most || consumer.position(partition) >= ends.get(partition));
            consumer.assign(open);
        }
    }

    private void take(TopicPartition partition, ConsumerRecord<byte[], byte[]> record, Standing standing) {
        CommitPoint committed = standing.committed();
        LedgerMetadata ledger =
                committed == null ? LedgerMetadata.EMPTY : LedgerMetadata.decodeOrEmpty(committed.metadata());
        int distance = committed == null ? 0 : Math.toIntExact(record.offset() - committed.offset());
        if (ledger.doneBeyond().get(distance)) {
            return;
        }
        taken.merge(partition, 1, Integer::sum);
        Optional<DelayedJob> delayed =
                record.topic().equals(topics.retries()) ? decode(record.value(), DelayedJob.class) : Optional.empty();
        byte[] request = delayed.map(job -> RawRecord.unwrap(job.getValue())).orElse(record.value());
        found.add(new Unfinished(
                record.topic(),
                record.partition(),
                record.offset(),
                record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
                decode(request, ProofRequest.class)
                        .map(ProofRequest::getCircuit)
                        .orElse(""),
                Instant.ofEpochMilli(Math.max(0, record.timestamp())),
                ledger.starts().getOrDefault(distance, 0),
                delayed.map(UnfinishedJobs::retry)));
    }

    private <T extends org.apache.avro.specific.SpecificRecord> Optional<T> decode(byte[] value, Class<T> type) {
        try {
            return value == null ? Optional.empty() : Optional.of(codec.decode(value, type));
        } catch (UndecodableRecordException e) {
            return Optional.empty();
        }
    }

    private static Retry retry(DelayedJob job) {
        return new Retry(job.getNotBefore(), job.getAttempts().size(), job.getReasonCode(), job.getMessage());
    }
}
