package io.proofmill.queue;

import io.proofmill.queue.JobTicket.Stage;
import io.proofmill.queue.JobTicket.StopCause;
import io.proofmill.schemas.Attempt;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Ends jobs by what the queue itself decides: stopped by somebody, too late, given up. It belongs to the poll thread. */
final class Conclusions {
    private final WorkInHand hand;
    private final AttemptHistory history;
    private final OutcomeRecords records;
    private final DurationEstimates estimates;
    private final Clock clock;

    Conclusions(
            WorkInHand hand, AttemptHistory history, OutcomeRecords records, DurationEstimates estimates, Clock clock) {
        this.hand = hand;
        this.history = history;
        this.records = records;
        this.estimates = estimates;
        this.clock = clock;
    }

    /** Ends a job, however far it is. A running one is asked to stop; its outcome follows. */
    void stop(JobTicket ticket, StopCause cause, String sentence) {
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

    /** Settles a job that was stopped, as the cause wants it. */
    void settleStopped(JobTicket ticket) {
        switch (ticket.stopCause) {
            case HANDED_OVER -> settle(ticket, Settlement.HAND_BACK);
            case CANCELLED -> giveUp(ticket, Reason.CANCELLED, ticket.stopSentence);
            case DEADLINE -> giveUp(ticket, Reason.DEADLINE_EXCEEDED, ticket.stopSentence);
            case NONE -> throw new IllegalStateException("nobody stopped job " + ticket.request.jobId());
        }
    }

    /** Settles a job whose deadline has passed or can no longer be met. */
    boolean settleIfTooLate(JobTicket ticket) {
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

    static boolean isPastDeadline(JobTicket ticket, Instant moment) {
        return ticket.request.deadline().filter(moment::isAfter).isPresent();
    }

    /** A dead letter for a reason of the queue's own. */
    void giveUp(JobTicket ticket, Reason reason, String sentence) {
        List<Attempt> attempts = ticket.is(Stage.RUNNING) ? history.withThis(ticket, reason.name()) : ticket.before;
        settle(
                ticket,
                deadLetter(
                        ticket,
                        attempts,
                        new Outcome.Failed(reason.name(), sentence, reason.failureClass(), ticket.events.device())));
    }

    Settlement deadLetter(JobTicket ticket, List<Attempt> attempts, Outcome.Failed failed) {
        return records.deadLetter(ticket.request, attempts, ticket.events, failed, true, ticket.number());
    }

    void settle(JobTicket ticket, Settlement settlement) {
        hand.settle(ticket, settlement, clock.instant());
    }
}
