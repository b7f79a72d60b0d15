package io.proofmill.queue;

import io.proofmill.schemas.ProofEvent;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** The numbered events of one attempt, and what is known of it so far. Thread-safe. */
final class AttemptEvents implements JobObserver {
    private static final long PROGRESS_INTERVAL_NANOS = 500_000_000L;

    private final AcceptedRequest request;
    private final int attempt;
    private final WorkerId worker;
    private final Clock clock;
    private final LongSupplier nanoClock;
    private final BiConsumer<ProofEvent, TraceContext> sink;
    private final Map<String, Long> lastProgress = new HashMap<>();
    private TraceContext trace;
    private int sequence;
    private Map<String, String> facts = Map.of();
    private String device;
    private String phase;

    AttemptEvents(
            AcceptedRequest request,
            int attempt,
            WorkerId worker,
            Clock clock,
            LongSupplier nanoClock,
            BiConsumer<ProofEvent, TraceContext> sink) {
        this.request = request;
        this.attempt = attempt;
        this.worker = worker;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.sink = sink;
        this.trace = request.trace();
    }

    /** Where the attempt belongs in its producer's trace: the request's context, or from when there is one that of the attempt's own span. */
    synchronized TraceContext trace() {
        return trace;
    }

    @Override
    public synchronized void tracedAs(String traceParent) {
        trace = request.trace().below(traceParent);
    }

    int attempt() {
        return attempt;
    }

    synchronized Optional<String> device() {
        return Optional.ofNullable(device);
    }

    synchronized Optional<String> phase() {
        return Optional.ofNullable(phase);
    }

    /** The attempt begins. */
    void accepted() {
        phaseStarted("accepted");
    }

    @Override
    public synchronized void facts(Map<String, String> known) {
        facts = Map.copyOf(known);
    }

    @Override
    public synchronized void onDevice(String name) {
        device = name;
    }

    @Override
    public synchronized void phaseStarted(String name) {
        phase = name;
        send(next(name));
    }

    @Override
    public synchronized void phaseFinished(String name, long nanos) {
        send(next(name).setDurationNanos(nanos));
    }

    @Override
    public synchronized void progress(String name, double share) {
        long now = nanoClock.getAsLong();
        Long last = lastProgress.get(name);
        if (last == null || now - last >= PROGRESS_INTERVAL_NANOS) {
            lastProgress.put(name, now);
            send(next(name).setProgress(share));
        }
    }

    private void send(ProofEvent.Builder event) {
        sink.accept(event.build(), trace);
    }

    /** The next event of the attempt, for the caller to complete and to send. */
    synchronized ProofEvent.Builder next(String name) {
        return ProofEvent.newBuilder()
                .setJobId(request.jobId())
                .setAttempt(attempt)
                .setSequence(sequence++)
                .setPhase(name)
                .setAt(clock.instant())
                .setCircuit(request.request().getCircuit())
                .setWorker(worker.toRecord())
                .setDevice(device)
                .setDetails(facts)
                .setSource(request.raw().source());
    }
}
