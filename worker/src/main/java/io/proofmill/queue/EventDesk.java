package io.proofmill.queue;

import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Opens the event log of an attempt. */
record EventDesk(String topic, WorkerId worker, Clock clock, LongSupplier nanoClock, Consumer<Outgoing> sink) {
    /** @param attempt 0 for events of a job that has not been started */
    AttemptEvents open(AcceptedRequest request, int attempt) {
        return new AttemptEvents(
                request,
                attempt,
                worker,
                clock,
                nanoClock,
                (event, trace) -> sink.accept(Outgoing.byKey(topic, Outgoing.keyOf(request.jobId()), event)
                        .with(trace)));
    }
}
