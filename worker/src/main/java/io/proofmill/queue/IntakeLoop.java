package io.proofmill.queue;

import io.proofmill.queue.CommittedOffsets.Standing;
import io.proofmill.queue.LedgerMetadata.UnreadableException;
import io.proofmill.queue.OutcomePublisher.Verdict;
import io.proofmill.schemas.Priority;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The poll thread's work: it keeps the membership, hands records to the {@link JobFlow}, and has batches published. It never waits for a job, a registry or a transaction; partitions with
 * enough in hand are paused, and polling goes on. So a job may outlast {@code max.poll.interval.ms} many times over.
 *
 * <p>A partition that comes is paused until its ledger is restored from what was committed; one that goes is given up when its running jobs have ended or the rebalance budget is over. One that is
 * lost (the group went on without this worker) is dropped at once, with everything in flight: the group's generation fences what is still on its way.
 */
final class IntakeLoop implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(IntakeLoop.class);
    private static final Duration NAP = Duration.ofMillis(20);

    private final Consumer<byte[], byte[]> consumer;
    private final JobFlow flow;
    private final Publishing publishing;
    private final Restoring restoring;
    private final Mailbox mailbox;
    private final QueueSettings settings;
    private final LongSupplier nanoClock;
    private final Map<TopicPartition, PartitionIntake> partitions = new LinkedHashMap<>();
    private final Map<Integer, JobMemory> memories = new HashMap<>();
    private QueueListener listener = QueueListener.NONE;
    private volatile boolean polling;
    private boolean closed;
    private boolean publicationUnderWay;
    private boolean warnedOfMetadata;

    /** Publishes a batch off the poll thread; at most one at a time. */
    interface Publishing {
        void publish(Publication publication, java.util.function.Consumer<Verdict> then);
    }

    /** Finds out, off the poll thread, where partitions stand and what is remembered of these partition numbers' job ids; tries until it knows. */
    interface Restoring {
        void restore(
                Collection<TopicPartition> partitions,
                Set<Integer> numbers,
                java.util.function.Consumer<Restored> then);
    }

    IntakeLoop(
            Consumer<byte[], byte[]> consumer,
            JobFlow flow,
            Publishing publishing,
            Restoring restoring,
            Mailbox mailbox,
            QueueSettings settings,
            LongSupplier nanoClock) {
        this.consumer = consumer;
        this.flow = flow;
        this.publishing = publishing;
        this.restoring = restoring;
        this.mailbox = mailbox;
        this.settings = settings;
        this.nanoClock = nanoClock;
        mailbox.onPost(this::wake);
    }

    /** Tells somebody how partitions change hands. */
    void tell(QueueListener newListener) {
        listener = newListener;
    }

    void subscribe() {
        consumer.subscribe(settings.topics().consumed(), this);
    }

    /** One turn: polls for at most so long, then does everything that is due. */
    void step(Duration wait) throws InterruptedException {
        for (ConsumerRecord<byte[], byte[]> record : poll(waited(wait))) {
            take(record);
        }
        mailbox.runAll();
        work();
        balancePauses();
    }

    /** From now on nothing new is taken or started. */
    void close() {
        closed = true;
        flow.close();
        partitions.values().forEach(flow::leave);
    }

    /** True when nothing runs here and nothing waits to be published. */
    boolean isQuiet() {
        return !publicationUnderWay && partitions.values().stream().allMatch(flow::isQuiet);
    }

    void handOverAll() {
        partitions.values().forEach(flow::handOver);
    }

    void abandonAll() {
        partitions.values().forEach(flow::abandon);
    }

    /** The end: whatever was not settled is no longer this worker's, and it says of what it had started that it lives. */
    void dropAll() {
        partitions().forEach(this::drop);
    }

    /** Whether the group knows this worker. */
    boolean joined() {
        return consumer.groupMetadata().generationId() >= 0;
    }

    Collection<PartitionIntake> partitions() {
        return List.copyOf(partitions.values());
    }

    /** Records between the position and the end of the log. Known only after something was fetched. */
    OptionalLong unread(PartitionIntake partition) {
        return consumer.currentLag(partition.name);
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
        whileAssigned(() -> consumer.pause(assigned));
        Map<TopicPartition, PartitionIntake> fresh = new LinkedHashMap<>();
        assigned.forEach(name -> fresh.put(name, new PartitionIntake(name)));
        partitions.putAll(fresh);
        LOG.info("Assigned {}", assigned);
        listener.rebalanced(QueueListener.Change.ASSIGNED, assigned.size());
        if (!assigned.isEmpty()) {
            Set<Integer> numbers = new HashSet<>();
            assigned.forEach(name -> numbers.add(name.partition()));
            numbers.removeAll(memories.keySet());
            restoring.restore(assigned, numbers, restored -> onRestored(fresh, restored));
        }
    }

    private void onRestored(Map<TopicPartition, PartitionIntake> fresh, Restored restored) {
        fresh.forEach((name, partition) -> {
            if (partition.state == PartitionIntake.State.RESTORING && !closed) {
                JobMemory loaded = restored.memories().get(name.partition());
                if (loaded != null) {
                    memories.putIfAbsent(name.partition(), loaded);
                }
                JobMemory memory = memories.get(name.partition());
                if (memory == null) { // what was known of the number went with its last partition meanwhile
                    restoring.restore(
                            Set.of(name),
                            Set.of(name.partition()),
                            again -> onRestored(Map.of(name, partition), again));
                } else {
                    activate(partition, restored.standings().get(name), memory);
                }
            }
        });
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        List<PartitionIntake> leaving =
                revoked.stream().map(partitions::get).filter(p -> p != null).toList();
        LOG.info("Giving up {}", revoked);
        listener.rebalanced(QueueListener.Change.REVOKED, revoked.size());
        leaving.forEach(flow::leave);
        Duration budget = settings.membership().rebalanceBudget();
        leaving.forEach(partition -> flow.handOverUnlessDoneWithin(partition, budget));
        try {
            workUntilQuiet(leaving, budget);
            leaving.forEach(flow::handOver);
            workUntilQuiet(leaving, settings.membership().cancelGrace());
            leaving.forEach(flow::abandon);
            workUntilQuiet(leaving, settings.membership().cancelGrace());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        leaving.forEach(this::drop);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
        LOG.warn("Lost {}: the group went on without this worker; what is in flight for them is dropped", lost);
        listener.rebalanced(QueueListener.Change.LOST, lost.size());
        lost.stream().map(partitions::get).filter(p -> p != null).forEach(this::drop);
    }

    private void drop(PartitionIntake partition) {
        flow.lose(partition);
        partitions.remove(partition.name, partition);
        if (partitions.keySet().stream().noneMatch(name -> name.partition() == partition.name.partition())) {
            memories.remove(partition.name.partition());
        }
    }

    /** Inside a rebalance: everything goes on but polling. */
    private void workUntilQuiet(List<PartitionIntake> leaving, Duration budget) throws InterruptedException {
        long deadline = nanoClock.getAsLong() + budget.toNanos();
        work();
        while (!leaving.stream().allMatch(flow::isQuiet) && deadline - nanoClock.getAsLong() > 0) {
            mailbox.runNext(NAP);
            work();
        }
    }

    private void work() {
        flow.tick();
        flow.startReady();
        publishNext();
    }

    private void publishNext() {
        if (publicationUnderWay) {
            return;
        }
        Batch batch = flow.nextBatch();
        if (batch.isEmpty()) {
            return;
        }
        publicationUnderWay = true;
        publishing.publish(
                new Publication(flow.recordsOf(batch), batch.offsets(), consumer.groupMetadata()), verdict -> {
                    publicationUnderWay = false;
                    switch (verdict) {
                        case COMMITTED -> flow.onCommitted(batch);
                        case TOO_LARGE -> flow.onTooLarge(batch);
                        case ABORTED -> LOG.debug("The next publication is made anew");
                    }
                });
    }

    /**
     * Waits here instead of in {@code poll} while partitions are paused: KIP-848's client does not sleep as long as it holds records of a paused partition, it looks at them again and again
     * until the time is over and takes a core from the provers (AsyncKafkaConsumer and FetchCollector of Kafka 4.4).
     *
     * @return how long is left to poll
     */
    private Duration waited(Duration wait) throws InterruptedException {
        if (settings.membership().protocol() != GroupProtocol.CONSUMER
                || consumer.paused().isEmpty()) {
            return wait;
        }
        mailbox.runNext(wait.compareTo(NAP) < 0 ? wait : NAP);
        return Duration.ZERO;
    }

    private Iterable<ConsumerRecord<byte[], byte[]>> poll(Duration wait) {
        polling = true; // before the look into the mailbox: what is posted after that look wakes the consumer
        try {
            return consumer.poll(mailbox.isEmpty() ? wait : Duration.ZERO);
        } catch (WakeupException e) {
            return ConsumerRecords.empty();
        } finally {
            polling = false;
        }
    }

    private void wake() {
        if (polling) {
            consumer.wakeup();
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        PartitionIntake partition = partitions.get(new TopicPartition(record.topic(), record.partition()));
        if (partition == null || !partition.isActive() || partition.full()) {
            return;
        }
        switch (partition.ledger().track(record.offset())) {
            case NEW -> flow.take(partition, record);
            case NO_ROOM -> {
                partition.stopAt(record.offset());
                whileAssigned(() -> consumer.seek(partition.name, record.offset()));
            }
            case DONE, IN_FLIGHT -> LOG.debug("{} offset {} came again", partition.name, record.offset());
        }
    }

    private void activate(PartitionIntake partition, Standing standing, JobMemory memory) {
        OffsetLedger ledger = ledgerOf(partition, standing);
        partition.activate(ledger, memory);
        whileAssigned(() -> consumer.seek(partition.name, ledger.base()));
        LOG.info(
                "{} starts at offset {}, {} job(s) were started before",
                partition.name,
                ledger.base(),
                ledger.started().size());
    }

    private OffsetLedger ledgerOf(PartitionIntake partition, Standing standing) {
        CommitPoint committed = standing.committed();
        if (committed == null) {
            return new OffsetLedger(standing.start());
        }
        if (committed.offset() > standing.end()) {
            LOG.warn(
                    "{}: offset {} was committed but the log ends at {}; it was made anew, reading from its start",
                    partition.name,
                    committed.offset(),
                    standing.end());
            return new OffsetLedger(standing.start());
        }
        if (committed.offset() < standing.start()) {
            LOG.error(
                    "{}: offsets {} to {} were deleted before they were done; raise the topic's retention",
                    partition.name,
                    committed.offset(),
                    standing.start() - 1);
            return new OffsetLedger(standing.start());
        }
        return OffsetLedger.restore(committed.offset(), metadataOf(partition, committed), standing.end());
    }

    private LedgerMetadata metadataOf(PartitionIntake partition, CommitPoint committed) {
        try {
            return LedgerMetadata.decode(committed.metadata());
        } catch (UnreadableException e) {
            if (!warnedOfMetadata) {
                warnedOfMetadata = true;
                LOG.warn("{}: the commit's metadata is ignored, it is {}", partition.name, e.getMessage());
            }
            return LedgerMetadata.EMPTY;
        }
    }

    /** Pauses the partitions with enough in hand and resumes the others. */
    private void balancePauses() {
        Set<TopicPartition> toPause = new HashSet<>();
        Set<TopicPartition> toResume = new HashSet<>();
        Set<TopicPartition> paused = consumer.paused();
        boolean heavy = flow.bytesInHand() >= settings.intake().bufferedBytes();
        boolean heavyRetries = heavy || flow.bytesDelayed() >= settings.intake().bufferedBytes();
        for (TopicPartition name : consumer.assignment()) {
            boolean wanted = Optional.ofNullable(partitions.get(name))
                    .filter(partition ->
                            !closed && wantsMore(partition, isRetry(name) ? heavyRetries : heavy && !overtakes(name)))
                    .isPresent();
            if (wanted && paused.contains(name)) {
                toResume.add(name);
            } else if (!wanted && !paused.contains(name)) {
                toPause.add(name);
            }
        }
        whileAssigned(() -> consumer.pause(toPause));
        whileAssigned(() -> consumer.resume(toResume));
    }

    /**
     * Does something with partitions, unless they have been lost meanwhile. A member of a KIP-848 group is fenced in the background, between any two calls; the consumer then refuses what
     * is asked of those partitions, and the next poll says that they are lost.
     */
    private static void whileAssigned(Runnable action) {
        try {
            action.run();
        } catch (IllegalStateException e) {
            LOG.info("The group went on without this worker a moment ago ({})", e.getMessage());
        }
    }

    /** A critical job is read however much the others have in hand, as long as no other critical one waits. */
    private boolean overtakes(TopicPartition name) {
        return settings.topics()
                        .priorityOf(name.topic())
                        .filter(Priority.CRITICAL::equals)
                        .isPresent()
                && flow.buffered(name.topic()) == 0;
    }

    private boolean isRetry(TopicPartition name) {
        return name.topic().equals(settings.topics().retries());
    }

    private boolean wantsMore(PartitionIntake partition, boolean heavy) {
        return partition.isActive()
                && !partition.full()
                && !heavy
                && flow.buffered(partition.name.topic()) < settings.intake().bufferedJobs();
    }
}
