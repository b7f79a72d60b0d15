package io.proofmill.queue;

import io.proofmill.queue.JobTicket.Stage;
import io.proofmill.queue.JobTicket.StopCause;
import io.proofmill.queue.RequestDecoder.Decoded;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.ProofResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a record through the worker: decoded, judged, its payloads at hand, started, settled, published. It knows tickets, ledgers and the handler, not the Kafka clients.
 *
 * <p>Everything here runs on the poll thread; what takes time is done elsewhere and comes back by mailbox.
 */
final class JobFlow {
    private static final Logger LOG = LoggerFactory.getLogger(JobFlow.class);
    private static final int MAX_BATCH = 256;

    private final HandlerCalls handler;
    private final Recall recall;
    private final Inquest inquest;
    private final Preparation preparation;
    private final OutcomeRecords records;
    private final FailurePolicy policy;
    private final EventDesk desk;
    private final IntakeHold hold;
    private final Notes notes;
    private final QueueSettings settings;
    private final Clock clock;

    private final ReadyJobs<JobTicket> ready = new ReadyJobs<>();
    private final PriorityQueue<JobTicket> delayed =
            new PriorityQueue<>(Comparator.comparing((JobTicket ticket) -> ticket.dueAt));
    private final Map<String, JobTicket> active = new HashMap<>();
    private final Set<JobTicket> starting = new LinkedHashSet<>();
    private final Set<JobTicket> running = new LinkedHashSet<>();
    private final Set<JobTicket> settled = new LinkedHashSet<>();
    private final Map<String, Integer> bufferedByTopic = new HashMap<>();
    private final Cancellations cancellations = new Cancellations();
    private final Survivals survivals = new Survivals();
    private final DurationEstimates estimates = new DurationEstimates();
    private final Counts counts = new Counts();
    private QueueListener listener = QueueListener.NONE;
    private boolean open = true;
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
        this.handler = handler;
        this.recall = recall;
        this.inquest = inquest;
        this.preparation = preparation;
        this.records = records;
        this.policy = policy;
        this.desk = desk;
        this.hold = hold;
        this.notes = notes;
        this.settings = settings;
        this.clock = clock;
    }

    /** Tells somebody what becomes of the jobs. */
    void tell(QueueListener newListener) {
        listener = newListener;
    }

    /** Takes a record that the ledger has not seen before. */
    void take(PartitionIntake partition, ConsumerRecord<byte[], byte[]> record) {
        JobTicket ticket = new JobTicket(partition, record);
        partition.tickets.add(ticket);
        bufferedByTopic.merge(partition.name.topic(), 1, Integer::sum);
        preparation.decode(record, () -> !ticket.is(Stage.GONE), decoded -> onDecoded(ticket, decoded));
    }

    /** What depends on time: retries that are due, deadlines that have passed. */
    void tick() {
        Instant now = clock.instant();
        while (!delayed.isEmpty() && !delayed.peek().dueAt.isAfter(now)) {
            goOn(delayed.remove());
        }
        Stream.concat(running.stream(), starting.stream())
                .filter(ticket -> isPastDeadline(ticket, now))
                .forEach(ticket -> stop(ticket, StopCause.DEADLINE, "the deadline passed while the job ran"));
    }

    /** Chooses the jobs that start next, as far as there is room. */
    void startReady() {
        while (open
                && !hold.holds()
                && running.size() + starting.size() < settings.intake().runningJobs()) {
            Optional<JobTicket> next = ready.peek();
            if (next.isEmpty()) {
                return;
            }
            JobTicket ticket = next.get();
            if (settleIfTooLate(ticket)) {
                continue;
            }
            if (!ticket.partition.ledger().mayStart(ticket.offset()) || !admit(ticket)) {
                return;
            }
            ready.take();
            unbuffer(ticket);
            ticket.stage = Stage.STARTING;
            ticket.startedAt = clock.instant();
            starting.add(ticket);
        }
    }

    /** What is to be published now; empty when there is nothing. */
    Batch nextBatch() {
        if (singles > 0 && !settled.isEmpty()) {
            singles--;
            return new Batch(List.of(), List.of(settled.iterator().next()));
        }
        return new Batch(
                List.copyOf(starting), settled.stream().limit(MAX_BATCH).toList());
    }

    List<Outgoing> recordsOf(Batch batch) {
        List<Outgoing> outgoing = new ArrayList<>();
        batch.settled().forEach(ticket -> outgoing.addAll(ticket.settlement.records()));
        batch.starting().forEach(ticket -> {
            List<Attempt> attempts = withThisAttempt(ticket, null);
            ticket.settlement = records.started(ticket.request, attempts, partitionOf(ticket));
            outgoing.addAll(ticket.settlement.records());
        });
        return outgoing;
    }

    /** The batch is visible to everybody. */
    void onCommitted(Batch batch) {
        Stream.concat(batch.starting().stream(), batch.settled().stream())
                .filter(ticket -> !ticket.is(Stage.GONE))
                .forEach(JobFlow::remember);
        batch.settled().stream().filter(settled::remove).forEach(this::finish);
        batch.starting().stream().filter(starting::remove).forEach(this::started);
    }

    /** A record of the batch was larger than the brokers take: its jobs go one by one, and a single one at fault gets a small dead letter. */
    void onTooLarge(Batch batch) {
        if (batch.settled().size() > 1) {
            singles = batch.settled().size();
        } else {
            batch.settled()
                    .forEach(ticket ->
                            ticket.settlement = records.withoutBytes(RawRecord.of(ticket.record), ticket.accepted()));
        }
    }

    /** Ends the job, wherever it is: waiting, put off, or running. One that comes later is met too. */
    void cancel(String jobId, Instant at, String sentence) {
        cancellations.add(jobId, at, sentence);
        Optional.ofNullable(active.get(jobId))
                .filter(ticket -> cancellations.of(ticket.request).isPresent())
                .ifPresent(ticket -> stop(ticket, StopCause.CANCELLED, sentence));
    }

    /** An attempt was cut off from the group and its worker lives: whoever has the job now counts no death. */
    void survived(String jobId, Attempt attempt) {
        survivals.add(jobId, attempt);
        JobTicket ticket = active.get(jobId);
        if (ticket != null && !ticket.is(Stage.SETTLED)) {
            ticket.before = survivals.applyTo(jobId, ticket.before);
            if (ticket.is(Stage.DELAYED) && ticket.doubted && !isPoison(ticket)) {
                delayed.remove(ticket);
                goOn(ticket);
            }
        }
    }

    /** From now on no job is started. */
    void close() {
        open = false;
    }

    /** The partition goes to another worker: forget what has not been started. */
    void leave(PartitionIntake partition) {
        partition.state = PartitionIntake.State.LEAVING;
        List.copyOf(partition.tickets).stream()
                .filter(t -> t.is(Stage.DECODING) || t.is(Stage.WAITING) || t.is(Stage.DELAYED) || t.is(Stage.READY))
                .forEach(this::forget);
    }

    /** True when nothing of the partition runs or waits to be published. */
    boolean isQuiet(PartitionIntake partition) {
        return partition.tickets.isEmpty();
    }

    /** Asks the partition's running jobs to stop, since another worker takes them over. */
    void handOver(PartitionIntake partition) {
        List.copyOf(partition.tickets)
                .forEach(ticket -> stop(ticket, StopCause.HANDED_OVER, "the job is handed over to another worker"));
    }

    /** Hands back what still runs without waiting for it to stop; its late outcome is dropped. */
    void abandon(PartitionIntake partition) {
        List.copyOf(partition.tickets).stream()
                .filter(ticket -> ticket.is(Stage.RUNNING))
                .forEach(ticket -> {
                    LOG.warn("Job {} did not stop in time; it is handed back as it is", ticket.request.jobId());
                    settle(ticket, Settlement.HAND_BACK);
                });
    }

    /** The partition has gone. What comes back for it is dropped: another worker may have published already. */
    void lose(PartitionIntake partition) {
        partition.state = PartitionIntake.State.GONE;
        List.copyOf(partition.tickets).forEach(ticket -> {
            if (isStarted(ticket)) {
                Attempt attempt = thisAttempt(ticket, null);
                survivals.add(ticket.request.jobId(), attempt);
                notes.survived(ticket.request.jobId(), attempt);
            }
            forget(ticket);
        });
    }

    /** Whether a start of this worker may be durable that no outcome of this worker has followed. */
    private static boolean isStarted(JobTicket ticket) {
        return ticket.startedAt != null
                && (ticket.is(Stage.STARTING) || ticket.is(Stage.RUNNING) || ticket.is(Stage.SETTLED));
    }

    /** Jobs of a topic that have not been started; those that wait for their time not counted. */
    int buffered(String topic) {
        return bufferedByTopic.getOrDefault(topic, 0);
    }

    /** Partition numbers on which jobs run, or are about to. */
    Set<Integer> busyNumbers() {
        return Stream.concat(running.stream(), starting.stream())
                .map(JobFlow::partitionOf)
                .collect(Collectors.toSet());
    }

    Collection<JobTicket> running() {
        return List.copyOf(running);
    }

    int delayedCount() {
        return delayed.size();
    }

    /** Bytes of all jobs in hand but those that wait for their time. */
    long bytesInHand(Collection<PartitionIntake> partitions) {
        return bytes(partitions) - bytesDelayed();
    }

    long bytesDelayed() {
        return delayed.stream().mapToLong(JobTicket::bytes).sum();
    }

    private static long bytes(Collection<PartitionIntake> partitions) {
        return partitions.stream()
                .flatMap(partition -> partition.tickets.stream())
                .mapToLong(JobTicket::bytes)
                .sum();
    }

    Counts counts() {
        return counts;
    }

    private void onDecoded(JobTicket ticket, Decoded decoded) {
        if (ticket.is(Stage.GONE)) {
            return;
        }
        switch (decoded) {
            case Decoded.Refused refused -> {
                LOG.info(
                        "{}-{} offset {} is no request: {}",
                        ticket.record.topic(),
                        ticket.record.partition(),
                        ticket.offset(),
                        refused.sentence());
                settle(ticket, records.refused(refused));
            }
            case Decoded.Accepted accepted -> onAccepted(ticket, accepted.request());
        }
    }

    private void onAccepted(JobTicket ticket, AcceptedRequest request) {
        ticket.request = request;
        ticket.acceptedAt = clock.instant();
        ticket.before = survivals.applyTo(request.jobId(), ticket.history());
        ticket.events = desk.open(request, ticket.before.size());
        ticket.stage = Stage.WAITING;
        Judgement judgement = besideTwin(ticket);
        judged(
                ticket,
                judgement instanceof Judgement.GoOn ? Judgement.of(request, ticket.partition.memory()) : judgement);
    }

    /**
     * What a job in hand with the same id says, before anything is remembered of it. A ticket of the same request is no twin: its retry may be read before the answer to its own publication is.
     */
    private Judgement besideTwin(JobTicket ticket) {
        JobTicket twin = active.get(ticket.request.jobId());
        if (twin == null
                || twin.request.raw().source().equals(ticket.request.raw().source())) {
            return new Judgement.GoOn();
        }
        boolean same = twin.request.statementDigest().equals(ticket.request.statementDigest());
        return same ? new Judgement.UnderWay() : new Judgement.Conflict();
    }

    private void judged(JobTicket ticket, Judgement judgement) {
        switch (judgement) {
            case Judgement.GoOn ignored -> {
                active.put(ticket.request.jobId(), ticket);
                prepare(ticket);
            }
            case Judgement.ProvedBefore before ->
                recall.find(
                        partitionOf(ticket),
                        before.entry(),
                        ticket.request.jobId(),
                        result -> onRecalled(ticket, result));
            case Judgement.FailedBefore before ->
                settle(
                        ticket,
                        records.repeated(
                                ticket.events,
                                Optional.ofNullable(before.reasonCode()),
                                "the job came again; its earlier dead letter stands"));
            case Judgement.UnderWay ignored ->
                settle(
                        ticket,
                        records.repeated(ticket.events, Optional.empty(), "the job came again while it was under way"));
            case Judgement.Conflict ignored ->
                settle(
                        ticket,
                        records.deadLetter(
                                ticket.request,
                                List.of(),
                                ticket.events,
                                new Outcome.Failed(
                                        Reason.CONFLICT.name(),
                                        "job id %s stands for another statement already"
                                                .formatted(ticket.request.jobId()),
                                        FailureClass.PERMANENT,
                                        Optional.empty()),
                                false,
                                partitionOf(ticket)));
        }
    }

    private void onRecalled(JobTicket ticket, Optional<ProofResult> result) {
        if (!ticket.is(Stage.WAITING)) {
            return;
        }
        if (result.isPresent()) {
            settle(ticket, records.reannounced(ticket.events, result.get()));
        } else {
            judged(ticket, besideTwin(ticket)); // deleted meanwhile: proved again
        }
    }

    /** Brings a job that is to be worked on nearer to its start. */
    private void prepare(JobTicket ticket) {
        AcceptedRequest request = ticket.request;
        Optional<String> cancelled = cancellations.of(request);
        if (cancelled.isPresent()) {
            stop(ticket, StopCause.CANCELLED, cancelled.get());
        } else if (isPoison(ticket) && ticket.doubted) {
            inquest.hold(request.jobId(), ticket.before, attempts -> onInquestHeld(ticket, attempts));
        } else if (isPoison(ticket)) {
            ticket.doubted = true;
            delay(ticket, clock.instant().plus(FailurePolicy.DOUBT));
        } else if (!settleIfTooLate(ticket)) {
            Optional<Instant> notBefore = request.notBefore().filter(clock.instant()::isBefore);
            notBefore.ifPresentOrElse(moment -> delay(ticket, moment), () -> resolve(ticket));
        }
    }

    private void onInquestHeld(JobTicket ticket, List<Attempt> attempts) {
        if (ticket.is(Stage.WAITING)) {
            ticket.before = survivals.applyTo(ticket.request.jobId(), attempts);
            if (isPoison(ticket)) {
                long deaths = Survivals.deaths(ticket.before);
                giveUp(ticket, Reason.POISON, "%d worker(s) died while the job ran".formatted(deaths));
            } else {
                prepare(ticket);
            }
        }
    }

    private boolean isPoison(JobTicket ticket) {
        return policy.isPoison(
                Survivals.deaths(ticket.before), Survivals.used(ticket.before), attemptLimit(ticket.request));
    }

    private void delay(JobTicket ticket, Instant until) {
        unbuffer(ticket);
        ticket.stage = Stage.DELAYED;
        ticket.dueAt = until;
        delayed.add(ticket);
    }

    /** Takes up a job that was put off. */
    private void goOn(JobTicket ticket) {
        bufferedByTopic.merge(ticket.partition.name.topic(), 1, Integer::sum);
        ticket.stage = Stage.WAITING;
        prepare(ticket);
    }

    private void resolve(JobTicket ticket) {
        preparation.resolve(
                ticket.request,
                () -> ticket.is(Stage.WAITING),
                payloads -> onResolved(ticket, payloads),
                failure -> onUnresolved(ticket, failure));
    }

    private void onResolved(JobTicket ticket, List<JobPayload> payloads) {
        if (ticket.is(Stage.WAITING)) {
            ticket.payloads = payloads;
            ticket.payloadsAt = clock.instant();
            ticket.stage = Stage.READY;
            ready.add(ticket.request.priority(), ticket);
        } else {
            preparation.release(payloads);
        }
    }

    private void onUnresolved(JobTicket ticket, PayloadException failure) {
        if (ticket.is(Stage.WAITING)) {
            giveUp(ticket, failure.reason(), failure.getMessage());
        }
    }

    private boolean admit(JobTicket ticket) {
        ticket.job = jobOf(ticket);
        Optional<Permit> permit = handler.tryAdmit(ticket.job);
        permit.ifPresent(granted -> ticket.permit = granted);
        return permit.isPresent();
    }

    private void started(JobTicket ticket) {
        ticket.partition.ledger().start(ticket.offset());
        if (ticket.stopCause != StopCause.NONE) {
            settleStopped(ticket);
            return;
        }
        ticket.stage = Stage.RUNNING;
        ticket.startedNanos = desk.nanoClock().getAsLong();
        ticket.events = desk.open(ticket.request, ticket.job.attempt());
        ticket.events.accepted();
        running.add(ticket);
        listener.started(ticket.moments());
        handler.call(ticket.job, ticket.events, ticket.cancellation, finished -> onFinished(ticket, finished));
    }

    private void onFinished(JobTicket ticket, HandlerCalls.Finished finished) {
        running.remove(ticket);
        ticket.releasePermit();
        releaseIfOver(ticket);
        if (!ticket.is(Stage.RUNNING)) {
            LOG.info("A late outcome of job {} was dropped: the job is no longer this worker's", ticket.job.id());
            return;
        }
        switch (finished.outcome()) {
            case Outcome.Proved proved -> onProved(ticket, proved, finished.kept());
            case Outcome.Failed failed -> onFailed(ticket, failed);
        }
    }

    private void onProved(JobTicket ticket, Outcome.Proved proved, Optional<PayloadReference> kept) {
        hold.end();
        Duration took = Duration.ofNanos(desk.nanoClock().getAsLong() - ticket.startedNanos);
        estimates.measured(ticket.job.circuit(), took);
        settle(
                ticket,
                records.proved(
                        ticket.request,
                        ticket.before,
                        ticket.events,
                        proved,
                        kept,
                        ticket.acceptedAt,
                        partitionOf(ticket)));
    }

    private void onFailed(JobTicket ticket, Outcome.Failed failed) {
        if (ticket.stopCause != StopCause.NONE) {
            settleStopped(ticket);
            return;
        }
        List<Attempt> attempts = withThisAttempt(ticket, failed.reasonCode());
        switch (policy.after(failed.failureClass(), Survivals.used(attempts), ticket.job.attemptLimit())) {
            case FailurePolicy.Decision.Wait ignored -> {
                LOG.warn("{}: {}; job {} waits", failed.reasonCode(), failed.message(), ticket.job.id());
                hold.begin(failed.reasonCode(), failed.message());
                settle(ticket, Settlement.HAND_BACK);
            }
            case FailurePolicy.Decision.TryAgain again -> {
                hold.end();
                settle(
                        ticket,
                        records.retried(
                                ticket.request, attempts, ticket.events, failed, again.delay(), partitionOf(ticket)));
            }
            case FailurePolicy.Decision.GiveUp ignored -> {
                hold.end();
                settle(ticket, deadLetter(ticket, attempts, failed));
            }
        }
    }

    /** Ends a job, however far it is. A running one is asked to stop; its outcome follows. */
    private void stop(JobTicket ticket, StopCause cause, String sentence) {
        if (ticket.stopCause != StopCause.NONE || ticket.is(Stage.SETTLED) || ticket.is(Stage.GONE)) {
            return;
        }
        ticket.stopCause = cause;
        ticket.stopSentence = sentence;
        if (ticket.is(Stage.RUNNING)) {
            ticket.cancellation.request();
        } else if (!ticket.is(Stage.STARTING) && ticket.request != null) {
            settleStopped(ticket);
        }
    }

    private void settleStopped(JobTicket ticket) {
        switch (ticket.stopCause) {
            case HANDED_OVER -> settle(ticket, Settlement.HAND_BACK);
            case CANCELLED -> giveUp(ticket, Reason.CANCELLED, ticket.stopSentence);
            case DEADLINE -> giveUp(ticket, Reason.DEADLINE_EXCEEDED, ticket.stopSentence);
            case NONE -> throw new IllegalStateException("nobody stopped job " + ticket.request.jobId());
        }
    }

    /** Settles a job whose deadline has passed or can no longer be met. */
    private boolean settleIfTooLate(JobTicket ticket) {
        Instant now = clock.instant();
        if (isPastDeadline(ticket, now)) {
            giveUp(ticket, Reason.DEADLINE_EXCEEDED, "the deadline passed before the job was started");
            return true;
        }
        Optional<Duration> shortest =
                estimates.shortest(ticket.request.request().getCircuit());
        if (shortest.isPresent() && isPastDeadline(ticket, now.plus(shortest.get()))) {
            giveUp(
                    ticket,
                    Reason.DEADLINE_EXCEEDED,
                    "the deadline cannot be met: the circuit takes at least %d ms here"
                            .formatted(shortest.get().toMillis()));
            return true;
        }
        return false;
    }

    private static boolean isPastDeadline(JobTicket ticket, Instant moment) {
        return ticket.request.deadline().filter(moment::isAfter).isPresent();
    }

    private void giveUp(JobTicket ticket, Reason reason, String sentence) {
        Optional<String> device = ticket.events.device();
        settle(
                ticket,
                deadLetter(
                        ticket,
                        ticket.is(Stage.RUNNING) ? withThisAttempt(ticket, reason.name()) : ticket.before,
                        new Outcome.Failed(reason.name(), sentence, reason.failureClass(), device)));
    }

    private Settlement deadLetter(JobTicket ticket, List<Attempt> attempts, Outcome.Failed failed) {
        return records.deadLetter(ticket.request, attempts, ticket.events, failed, true, partitionOf(ticket));
    }

    private void settle(JobTicket ticket, Settlement settlement) {
        unbuffer(ticket);
        ready.removeIf(other -> other == ticket);
        delayed.remove(ticket);
        ticket.settlement = settlement;
        ticket.settledAt = clock.instant();
        ticket.stage = Stage.SETTLED;
        settled.add(ticket);
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
        if (ticket.settlement.completes() || !ticket.partition.isActive() || !open) {
            gone(ticket);
        } else {
            bufferedByTopic.merge(ticket.partition.name.topic(), 1, Integer::sum);
            ticket.stage = Stage.READY;
            ready.add(ticket.request.priority(), ticket);
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

    private void forget(JobTicket ticket) {
        unbuffer(ticket);
        ready.removeIf(other -> other == ticket);
        delayed.remove(ticket);
        starting.remove(ticket);
        settled.remove(ticket);
        gone(ticket);
        ticket.cancellation.request();
    }

    private void gone(JobTicket ticket) {
        ticket.stage = Stage.GONE;
        ticket.partition.tickets.remove(ticket);
        ticket.accepted().ifPresent(request -> active.remove(request.jobId(), ticket));
        releaseIfOver(ticket);
    }

    /** Gives back what a job held, once neither the queue nor the handler needs it. */
    private void releaseIfOver(JobTicket ticket) {
        if (ticket.is(Stage.GONE) && !running.contains(ticket)) {
            ticket.releasePermit();
            preparation.release(ticket.payloads);
        }
    }

    private void unbuffer(JobTicket ticket) {
        if (ticket.is(Stage.DECODING) || ticket.is(Stage.WAITING) || ticket.is(Stage.READY)) {
            bufferedByTopic.merge(ticket.partition.name.topic(), -1, Integer::sum);
        }
    }

    private Job jobOf(JobTicket ticket) {
        AcceptedRequest request = ticket.request;
        return new Job(
                request.jobId(),
                request.request().getCircuit(),
                Optional.ofNullable(request.request().getCircuitVersion()),
                ticket.payloads,
                Optional.ofNullable(request.request().getPublicInputs()),
                ticket.before.size() + 1,
                attemptLimit(request),
                request.deadline(),
                request.priority(),
                request.request().getLabels(),
                request.trace().parent(),
                request.lastDevice(),
                request.statementDigest());
    }

    private int attemptLimit(AcceptedRequest request) {
        Integer own = request.request().getAttemptLimit();
        return own == null ? settings.retry().attempts() : own;
    }

    private List<Attempt> withThisAttempt(JobTicket ticket, String reasonCode) {
        List<Attempt> attempts = new ArrayList<>(ticket.before);
        attempts.add(thisAttempt(ticket, reasonCode));
        return attempts;
    }

    private Attempt thisAttempt(JobTicket ticket, String reasonCode) {
        return Attempt.newBuilder()
                .setNumber(ticket.before.size() + 1)
                .setWorker(desk.worker().toRecord())
                .setDevice(ticket.events.device().orElse(null))
                .setPhase(ticket.events.phase().orElse(null))
                .setStartedAt(ticket.startedAt)
                .setReasonCode(reasonCode)
                .build();
    }

    private static int partitionOf(JobTicket ticket) {
        return ticket.partition.name.partition();
    }
}
