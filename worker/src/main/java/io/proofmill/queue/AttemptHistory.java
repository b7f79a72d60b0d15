package io.proofmill.queue;

import io.proofmill.schemas.Attempt;
import java.util.ArrayList;
import java.util.List;

/** What is known of a job's attempts, and what follows from it for its limit. It belongs to the poll thread. */
final class AttemptHistory {
    private final Survivals survivals = new Survivals();
    private final FailurePolicy policy;
    private final WorkerId worker;
    private final int usualLimit;

    /** @param usualLimit how often a job is attempted whose request says nothing else */
    AttemptHistory(FailurePolicy policy, WorkerId worker, int usualLimit) {
        this.policy = policy;
        this.worker = worker;
        this.usualLimit = usualLimit;
    }

    /** A worker lives that an attempt was cut off from. */
    void survived(String jobId, Attempt attempt) {
        survivals.add(jobId, attempt);
    }

    /** The attempts before this worker's, as far as survivors have spoken up. */
    List<Attempt> known(AcceptedRequest request, List<Attempt> attempts) {
        return survivals.applyTo(request.jobId(), attempts);
    }

    boolean isPoison(JobTicket ticket) {
        return policy.isPoison(Survivals.deaths(ticket.before), Survivals.used(ticket.before), limit(ticket.request));
    }

    int limit(AcceptedRequest request) {
        Integer own = request.request().getAttemptLimit();
        return own == null ? usualLimit : own;
    }

    /** All attempts with this worker's as the last one. */
    List<Attempt> withThis(JobTicket ticket, String reasonCode) {
        List<Attempt> attempts = new ArrayList<>(ticket.before);
        attempts.add(thisOne(ticket, reasonCode));
        return attempts;
    }

    /**
     * This worker's attempt.
     *
     * @param reasonCode why it failed; null as long as that is not known
     */
    Attempt thisOne(JobTicket ticket, String reasonCode) {
        return Attempt.newBuilder()
                .setNumber(ticket.before.size() + 1)
                .setWorker(worker.toRecord())
                .setDevice(ticket.events.device().orElse(null))
                .setPhase(ticket.events.phase().orElse(null))
                .setStartedAt(ticket.startedAt)
                .setReasonCode(reasonCode)
                .build();
    }
}
