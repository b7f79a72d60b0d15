package io.proofmill.chaos;

import io.proofmill.queue.Cancellation;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobHandler;
import io.proofmill.queue.JobObserver;
import io.proofmill.queue.JobPayload;
import io.proofmill.queue.Outcome;
import io.proofmill.queue.Permit;
import io.proofmill.schemas.FailureClass;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A prover that does what each job's {@link JobScript} says, and whose proof is a {@link ScriptedProof} of what it was really given. */
final class ChaosProver implements JobHandler {
    /** Exit code of a process that a job has ended. */
    static final int CRASH_CODE = 99;
    /** A hanging prover is ended by the watchdog after so long. */
    private static final int WATCHDOG_MILLIS = 1500;

    private final String device;
    private final Trace trace;
    private final Set<String> metSurroundings = ConcurrentHashMap.newKeySet();

    ChaosProver(String device, Trace trace) {
        this.device = device;
        this.trace = trace;
    }

    @Override
    public Optional<Permit> tryAdmit(Job job) {
        return Optional.of(() -> {});
    }

    @Override
    public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
        trace.say("START %s %d".formatted(job.id(), job.attempt()));
        observer.onDevice(device);
        observer.phaseStarted("proving");
        byte[] payload;
        try {
            payload = bytesOf(job.payloads().getFirst());
        } catch (IOException e) {
            return CompletableFuture.completedFuture(
                    failed(job, "STORAGE_UNAVAILABLE", FailureClass.INFRASTRUCTURE, e.toString()));
        }
        JobScript.Step step = scriptOf(payload).at(job.attempt());
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        int millis = step.act() == JobScript.Act.HANG ? WATCHDOG_MILLIS : step.millis();
        Executor later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
        later.execute(() -> end(job, step.act(), payload, outcome));
        if (step.act() != JobScript.Act.HANG) {
            cancellation.onRequest(
                    () -> outcome.complete(failed(job, "CANCELLED", FailureClass.PERMANENT, "asked to stop")));
        }
        return outcome.whenComplete((end, failure) -> trace.say("END %s %d %s"
                .formatted(
                        job.id(),
                        job.attempt(),
                        end == null ? failure : end.getClass().getSimpleName())));
    }

    private void end(Job job, JobScript.Act act, byte[] payload, CompletableFuture<Outcome> outcome) {
        switch (act) {
            case PROVE -> outcome.complete(proved(job, payload));
            case OUT_OF_MEMORY ->
                outcome.complete(failed(job, "OUT_OF_DEVICE_MEMORY", FailureClass.RETRYABLE, "scripted"));
            case WRONG -> outcome.complete(failed(job, "SELF_CHECK_FAILED", FailureClass.RETRYABLE, "scripted"));
            case HANG -> outcome.complete(failed(job, "DEVICE_FAULT", FailureClass.RETRYABLE, "no progress"));
            case THROW -> outcome.completeExceptionally(new IllegalStateException("scripted"));
            case UNSATISFIED -> outcome.complete(failed(job, "INVALID_WITNESS", FailureClass.PERMANENT, "scripted"));
            case SURROUNDINGS ->
                outcome.complete(
                        metSurroundings.add(job.id())
                                ? failed(job, "STORAGE_UNAVAILABLE", FailureClass.INFRASTRUCTURE, "scripted")
                                : proved(job, payload));
            case CRASH -> {
                if (!outcome.isDone()) {
                    trace.say("CRASH %s %d".formatted(job.id(), job.attempt()));
                    Runtime.getRuntime().halt(CRASH_CODE);
                }
            }
        }
    }

    private Outcome proved(Job job, byte[] payload) {
        return new Outcome.Proved(
                "BN254",
                "SCRIPTED",
                ByteBuffer.wrap(ScriptedProof.of(job.id(), job.circuit(), payload)),
                List.of(job.id()),
                Optional.empty(),
                device,
                List.of(new Outcome.PhaseDuration("proving", 1)));
    }

    private Outcome failed(Job job, String reasonCode, FailureClass failureClass, String message) {
        return new Outcome.Failed(
                reasonCode, "job %s: %s".formatted(job.id(), message), failureClass, Optional.of(device));
    }

    private static byte[] bytesOf(JobPayload payload) throws IOException {
        return switch (payload) {
            case JobPayload.InMemory memory -> {
                byte[] bytes = new byte[memory.bytes().remaining()];
                memory.bytes().duplicate().get(bytes);
                yield bytes;
            }
            case JobPayload.Spooled spooled -> Files.readAllBytes(spooled.file());
        };
    }

    private static JobScript scriptOf(byte[] payload) {
        return JobScript.parse(
                new String(payload, StandardCharsets.UTF_8).lines().findFirst().orElseThrow());
    }
}
