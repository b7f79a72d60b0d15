package io.proofmill.queue;

import io.proofmill.queue.JobTicket.Stage;
import io.proofmill.queue.JobTicket.StopCause;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.PayloadReference;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of a ready job through the handler: chosen as far as there is room, called once its start is durable, settled by its outcome. It belongs to the poll thread. */
final class Runs {
    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    private final WorkInHand hand;
    private final AttemptHistory history;
    private final Conclusions conclusions;
    private final HandlerCalls handler;
    private final OutcomeRecords records;
    private final FailurePolicy policy;
    private final IntakeHold hold;
    private final DurationEstimates estimates;
    private final EventDesk desk;
    private final Clock clock;
    private final int room;
    private QueueListener listener = QueueListener.NONE;
    private boolean open = true;

    /** @param room jobs that run at once */
    Runs(
            WorkInHand hand,
            AttemptHistory history,
            Conclusions conclusions,
            HandlerCalls handler,
            OutcomeRecords records,
            FailurePolicy policy,
            IntakeHold hold,
            DurationEstimates estimates,
            EventDesk desk,
            Clock clock,
            int room) {
        this.hand = hand;
        this.history = history;
        this.conclusions = conclusions;
        this.handler = handler;
        this.records = records;
        this.policy = policy;
        this.hold = hold;
        this.estimates = estimates;
        this.desk = desk;
        this.clock = clock;
        this.room = room;
    }

    void tell(QueueListener newListener) {
        listener = newListener;
    }

    /** From now on no job is started. */
    void close() {
        open = false;
    }

    boolean isOpen() {
        return open;
    }

    /** Chooses the jobs that start next, as far as there is room. */
    void startReady() {
        boolean goesOn = true;
        while (goesOn && open && !hold.holds() && hand.startedCount() < room) {
            goesOn = hand.inTurn().stream().anyMatch(this::leavesReady);
        }
    }

    /** True when the ticket is ready no longer: its start is under way, or it was settled in its place. */
    private boolean leavesReady(JobTicket ticket) {
        if (conclusions.settleIfTooLate(ticket)) {
            return true;
        }
        ticket.job = jobOf(ticket);
        try {
            Optional<Permit> permit = handler.tryAdmit(ticket.job);
            permit.ifPresent(granted -> ticket.permit = granted);
            permit.ifPresent(granted -> hand.start(ticket, clock.instant()));
            return permit.isPresent();
        } catch (RuntimeException e) {
            ticket.startedAt = clock.instant();
            onFailed(ticket, HandlerCalls.bug(ticket.job, ticket.cancellation, e));
            return true;
        }
    }

    /** What makes a start durable. */
    Settlement startOf(JobTicket ticket) {
        return records.started(ticket.request, history.withThis(ticket, null), ticket.number());
    }

    /** The start is durable: the job runs. */
    void started(JobTicket ticket) {
        ticket.partition.ledger().start(ticket.offset());
        if (ticket.stopCause != StopCause.NONE) {
            conclusions.settleStopped(ticket);
            return;
        }
        hand.run(ticket, desk.nanoClock().getAsLong());
        ticket.events = desk.open(ticket.request, ticket.job.attempt());
        ticket.events.accepted();
        listener.started(ticket.moments());
        handler.call(ticket.job, ticket.events, ticket.cancellation, finished -> onFinished(ticket, finished));
    }

    /** False when no job of the circuit was ever so quick that this one could end within the time. */
    boolean mayEndWithin(JobTicket ticket, Duration time) {
        Duration ran = Duration.ofNanos(desk.nanoClock().getAsLong() - ticket.startedNanos);
        return estimates
                .shortest(ticket.job.circuit())
                .filter(shortest -> shortest.minus(ran).compareTo(time) > 0)
                .isEmpty();
    }

    private void onFinished(JobTicket ticket, HandlerCalls.Finished finished) {
        hand.endRunning(ticket);
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
        conclusions.settle(
                ticket,
                records.proved(
                        ticket.request,
                        ticket.before,
                        ticket.events,
                        proved,
                        kept,
                        ticket.acceptedAt,
                        ticket.number()));
    }

    private void onFailed(JobTicket ticket, Outcome.Failed failed) {
        if (ticket.stopCause != StopCause.NONE) {
            conclusions.settleStopped(ticket);
            return;
        }
        List<Attempt> attempts = history.withThis(ticket, failed.reasonCode());
        switch (policy.after(failed.failureClass(), Survivals.used(attempts), ticket.job.attemptLimit())) {
            case FailurePolicy.Decision.Wait ignored -> {
                LOG.warn("{}: {}; job {} waits", failed.reasonCode(), failed.message(), ticket.job.id());
                hold.begin(failed.reasonCode(), failed.message());
                conclusions.settle(ticket, Settlement.HAND_BACK);
            }
            case FailurePolicy.Decision.TryAgain again -> {
                hold.end();
                conclusions.settle(
                        ticket,
                        records.retried(
                                ticket.request, attempts, ticket.events, failed, again.delay(), ticket.number()));
            }
            case FailurePolicy.Decision.GiveUp ignored -> {
                hold.end();
                conclusions.settle(ticket, conclusions.deadLetter(ticket, attempts, failed));
            }
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
                history.limit(request),
                request.deadline(),
                request.priority(),
                request.request().getLabels(),
                request.trace().parent(),
                request.lastDevice(),
                request.statementDigest());
    }
}
