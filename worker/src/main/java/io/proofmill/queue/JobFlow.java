package io.proofmill.queue;

import io.proofmill.queue.JobTicket.Stage;
import io.proofmill.queue.JobTicket.StopCause;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.ProofResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a record through the worker, as the poll loop sees it: taken in ({@link Arrivals}), run ({@link Runs}), published in batches, given up with its partition. It knows tickets, ledgers and the
 * handler, not the Kafka clients.
 *
 * <p>Everything here runs on the poll thread; what takes time is done elsewhere and comes back by mailbox.
 */
final class JobFlow {
    private static final Logger LOG = LoggerFactory.getLogger(JobFlow.class);
    private static final int MAX_BATCH = 256;

    private final WorkInHand hand;
    private final AttemptHistory history;
    private final Cancellations cancellations = new Cancellations();
    private final Conclusions conclusions;
    private final Arrivals arrivals;
    private final Runs runs;
    private final OutcomeRecords records;
    private final Notes notes;
    private final Clock clock;
    private final Counts counts = new Counts();
    private QueueListener listener = QueueListener.NONE;
    private int singles;

    /** Finds an earlier result off the poll thread. */
    interface Recall {
        void find(int partition, JobMemory.Entry entry, String jobId, Consumer<Optional<ProofResult>> then);
    }

    /** Finds out off the poll thread how far workers were when they died, and tells the attempts once more. */
    interface Inquest {
        void hold(String jobId, List<Attempt> attempts, Consumer<List<Attempt>> then);
    }

    /** Tells all workers of an attempt that was cut off from the group and that this worker survived. */
    interface Notes {
        void survived(String jobId, Attempt attempt);
    }

    JobFlow(
            HandlerCalls handler,
            Recall recall,
            Inquest inquest,
            Preparation preparation,
            OutcomeRecords records,
            FailurePolicy policy,
            EventDesk desk,
            IntakeHold hold,
            Notes notes,
            QueueSettings settings,
            Clock clock) {
        DurationEstimates estimates = new DurationEstimates();
        this.hand = new WorkInHand(preparation::release);
        this.history =
                new AttemptHistory(policy, desk.worker(), settings.retry().attempts());
        this.conclusions = new Conclusions(hand, history, records, estimates, clock);
        this.arrivals = new Arrivals(
                hand, history, conclusions, cancellations, preparation, recall, inquest, records, desk, clock);
        this.runs = new Runs(
                hand,
                history,
                conclusions,
                handler,
                records,
                policy,
                hold,
                estimates,
                desk,
                clock,
                settings.intake().runningJobs());
        this.records = records;
        this.notes = notes;
        this.clock = clock;
    }

    /** Tells somebody what becomes of the jobs. */
    void tell(QueueListener newListener) {
        listener = newListener;
        runs.tell(newListener);
    }

    /** Takes a record that the ledger has not seen before. */
    void take(PartitionIntake partition, ConsumerRecord<byte[], byte[]> record) {
        arrivals.take(partition, record);
    }

    /** What depends on time: retries that are due, deadlines that have passed. */
    void tick() {
        Instant now = clock.instant();
        for (Optional<JobTicket> due = hand.due(now); due.isPresent(); due = hand.due(now)) {
            arrivals.goOn(due.get());
        }
        for (Optional<JobTicket> late = hand.nextOverdue(now); late.isPresent(); late = hand.nextOverdue(now)) {
            boolean started = late.get().is(Stage.RUNNING) || late.get().is(Stage.STARTING);
            conclusions.stop(
                    late.get(),
                    StopCause.DEADLINE,
                    started
                            ? "the deadline passed while the job ran"
                            : "the deadline passed before the job was started");
        }
    }

    /** Chooses the jobs that start next, as far as there is room. */
    void startReady() {
        runs.startReady();
    }

    /** What is to be published now; empty when there is nothing. */
    Batch nextBatch() {
        if (singles == 0) {
            return new Batch(List.copyOf(hand.starting()), hand.settled(MAX_BATCH));
        }
        singles--;
        List<JobTicket> settled = hand.settled(1);
        return new Batch(settled.isEmpty() ? hand.starting().stream().limit(1).toList() : List.of(), settled);
    }

    List<Outgoing> recordsOf(Batch batch) {
        List<Outgoing> outgoing = new ArrayList<>();
        batch.settled().forEach(ticket -> outgoing.addAll(ticket.settlement.records()));
        batch.starting().forEach(ticket -> {
            ticket.settlement = runs.startOf(ticket);
            outgoing.addAll(ticket.settlement.records());
        });
        return outgoing;
    }

    /** The batch is visible to everybody. */
    void onCommitted(Batch batch) {
        Stream.concat(batch.starting().stream(), batch.settled().stream())
                .filter(ticket -> !ticket.is(Stage.GONE))
                .forEach(JobFlow::remember);
        batch.settled().stream().filter(hand::endSettled).forEach(this::finish);
        batch.starting().stream().filter(hand::endStarting).forEach(runs::started);
    }

    /** A record of the batch was larger than the brokers take: its jobs go one by one, and a single one at fault gets a small dead letter. */
    void onTooLarge(Batch batch) {
        int jobs = batch.settled().size() + batch.starting().size();
        if (jobs > 1) {
            singles = jobs;
            return;
        }
        Stream.concat(batch.settled().stream(), batch.starting().stream().filter(hand::endStarting))
                .filter(ticket -> !ticket.is(Stage.GONE))
                .forEach(ticket -> conclusions.settle(
                        ticket, records.withoutBytes(RawRecord.of(ticket.record), ticket.accepted())));
    }

    /** Ends the job, wherever it is: waiting, put off, or running. One that comes later is met too. */
    void cancel(String jobId, Instant at, String sentence) {
        cancellations.add(jobId, at, sentence);
        hand.active(jobId)
                .filter(ticket -> cancellations.of(ticket.request).isPresent())
                .ifPresent(ticket -> conclusions.stop(ticket, StopCause.CANCELLED, sentence));
    }

    /** An attempt was cut off from the group and its worker lives: whoever has the job now counts no death. */
    void survived(String jobId, Attempt attempt) {
        history.survived(jobId, attempt);
        hand.active(jobId).filter(ticket -> !ticket.is(Stage.SETTLED)).ifPresent(ticket -> {
            ticket.before = history.known(ticket.request, ticket.before);
            if (ticket.is(Stage.DELAYED) && ticket.doubted && !history.isPoison(ticket)) {
                arrivals.goOn(ticket);
            }
        });
    }

    /** From now on no job is started. */
    void close() {
        runs.close();
    }

    /** The partition goes to another worker: forget what has not been started. */
    void leave(PartitionIntake partition) {
        partition.state = PartitionIntake.State.LEAVING;
        List.copyOf(partition.tickets).stream()
                .filter(t -> t.is(Stage.DECODING) || t.is(Stage.WAITING) || t.is(Stage.DELAYED) || t.is(Stage.READY))
                .forEach(hand::forget);
    }

    /** True when nothing of the partition runs or waits to be published. */
    boolean isQuiet(PartitionIntake partition) {
        return partition.tickets.isEmpty();
    }

    /** Asks those of the partition's running jobs to stop that cannot end within the time anyhow: it would be waited in vain, and the idle partitions that go with this one would wait as long. */
    void handOverUnlessDoneWithin(PartitionIntake partition, Duration time) {
        partition.tickets.stream()
                .filter(ticket -> ticket.is(Stage.RUNNING) && !runs.mayEndWithin(ticket, time))
                .toList()
                .forEach(this::handOver);
    }

    /** Asks the partition's running jobs to stop, since another worker takes them over. */
    void handOver(PartitionIntake partition) {
        List.copyOf(partition.tickets).forEach(this::handOver);
    }

    private void handOver(JobTicket ticket) {
        conclusions.stop(ticket, StopCause.HANDED_OVER, "the job is handed over to another worker");
    }

    /** Hands back what still runs without waiting for it to stop; its late outcome is dropped. */
    void abandon(PartitionIntake partition) {
        List.copyOf(partition.tickets).stream()
                .filter(ticket -> ticket.is(Stage.RUNNING))
                .forEach(ticket -> {
                    LOG.warn("Job {} did not stop in time; it is handed back as it is", ticket.request.jobId());
                    conclusions.settle(ticket, Settlement.HAND_BACK);
                });
    }

    /** The partition has gone. What comes back for it is dropped: another worker may have published already. */
    void lose(PartitionIntake partition) {
        partition.state = PartitionIntake.State.GONE;
        List.copyOf(partition.tickets).forEach(ticket -> {
            if (isStarted(ticket)) {
                Attempt attempt = history.thisOne(ticket, null);
                history.survived(ticket.request.jobId(), attempt);
                notes.survived(ticket.request.jobId(), attempt);
            }
            hand.forget(ticket);
        });
    }

    /** Whether a start of this worker may be durable that no outcome of this worker has followed. */
    private static boolean isStarted(JobTicket ticket) {
        return ticket.startedAt != null
                && (ticket.is(Stage.STARTING) || ticket.is(Stage.RUNNING) || ticket.is(Stage.SETTLED));
    }

    /** Jobs of a topic that have not been started; those that wait for their time not counted. */
    int buffered(String topic) {
        return hand.buffered(topic);
    }

    /** Partition numbers on which jobs run, or are about to. */
    Set<Integer> busyNumbers() {
        return hand.busyNumbers();
    }

    Collection<JobTicket> running() {
        return hand.running();
    }

    int delayedCount() {
        return hand.delayedCount();
    }

    /** Bytes of all jobs in hand but those that wait for their time. */
    long bytesInHand() {
        return hand.bytes();
    }

    long bytesDelayed() {
        return hand.bytesDelayed();
    }

    Counts counts() {
        return counts;
    }

    private static void remember(JobTicket ticket) {
        for (Outgoing record : ticket.settlement.records()) {
            if (record.value() instanceof JobRecord job) {
                ticket.partition.memory().remember(job);
            }
        }
    }

    private void finish(JobTicket ticket) {
        Batch.settle(ticket.partition.ledger(), ticket);
        counts.add(ticket.settlement.kind());
        tellSettled(ticket);
        if (ticket.settlement.completes() || !ticket.partition.isActive() || !runs.isOpen()) {
            hand.gone(ticket);
        } else {
            hand.readyAgain(ticket);
            cancellations // one that came while the job was being handed back
                    .of(ticket.request)
                    .ifPresent(sentence -> conclusions.stop(ticket, StopCause.CANCELLED, sentence));
        }
    }

    private void tellSettled(JobTicket ticket) {
        listener.settled(
                ticket.accepted().map(AcceptedRequest::jobId).orElse(""),
                ticket.settlement.kind().name().toLowerCase(Locale.ROOT),
                ticket.settlement.reasonCode().orElse(""),
                ticket.settledAt,
                clock.instant());
    }
}
