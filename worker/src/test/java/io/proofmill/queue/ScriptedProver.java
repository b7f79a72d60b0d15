package io.proofmill.queue;

import io.proofmill.schemas.FailureClass;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A handler whose "proof" is the statement digest, so that a wrong or crossed result is seen, and whose runs the test steers. */
final class ScriptedProver implements JobHandler {
    /** One run of a job that the test can end. */
    record Run(Job job, JobObserver observer, Cancellation cancellation, CompletableFuture<Outcome> outcome) {
        void prove() {
            outcome.complete(proofOf(job));
        }

        void fail(String reasonCode, FailureClass failureClass) {
            outcome.complete(new Outcome.Failed(reasonCode, "scripted", failureClass, Optional.of("device-0")));
        }
    }

    final BlockingQueue<Run> runs = new LinkedBlockingQueue<>();
    final Map<String, AtomicInteger> starts = new ConcurrentHashMap<>();
    final AtomicInteger permitsOut = new AtomicInteger();
    private final Function<Job, Optional<Outcome>> script;
    volatile boolean room = true;

    private ScriptedProver(Function<Job, Optional<Outcome>> script) {
        this.script = script;
    }

    /** Each run waits for the test. */
    static ScriptedProver steered() {
        return new ScriptedProver(job -> Optional.empty());
    }

    /** Each job is proved at once. */
    static ScriptedProver instant() {
        return new ScriptedProver(job -> Optional.of(proofOf(job)));
    }

    /** Outcomes as the script says; empty waits for the test. */
    static ScriptedProver of(Function<Job, Optional<Outcome>> script) {
        return new ScriptedProver(script);
    }

    static Outcome.Proved proofOf(Job job) {
        return new Outcome.Proved(
                "BN254",
                "DIGEST",
                StandardCharsets.UTF_8.encode(job.statementDigest()),
                List.of("1"),
                Optional.empty(),
                "device-0",
                List.of(new Outcome.PhaseDuration("proving", 1)));
    }

    static Outcome.Failed failure(String reasonCode, FailureClass failureClass) {
        return new Outcome.Failed(reasonCode, "scripted", failureClass, Optional.of("device-0"));
    }

    @Override
    public Optional<Permit> tryAdmit(Job job) {
        if (!room) {
            return Optional.empty();
        }
        permitsOut.incrementAndGet();
        return Optional.of(permitsOut::decrementAndGet);
    }

    @Override
    public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
        starts.computeIfAbsent(job.id(), ignored -> new AtomicInteger()).incrementAndGet();
        observer.onDevice("device-0");
        observer.phaseStarted("proving");
        Run run = new Run(job, observer, cancellation, new CompletableFuture<>());
        cancellation.onRequest(() -> run.fail("CANCELLED", FailureClass.PERMANENT));
        script.apply(job).ifPresentOrElse(run.outcome()::complete, () -> runs.add(run));
        return run.outcome();
    }

    int startsOf(String jobId) {
        return Optional.ofNullable(starts.get(jobId)).map(AtomicInteger::get).orElse(0);
    }
}
