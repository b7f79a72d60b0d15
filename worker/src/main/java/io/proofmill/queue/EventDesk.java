package io.proofmill.queue;

import io.proofmill.schemas.ProofEvent;
import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Opens the event log of an attempt. */
record EventDesk(WorkerId worker, Clock clock, LongSupplier nanoClock, Consumer<ProofEvent> sink) {
    /** @param attempt 0 for events of a job that has not been started */
    AttemptEvents open(AcceptedRequest request, int attempt) {
        return new AttemptEvents(request, attempt, worker, clock, nanoClock, sink);
    }
}
