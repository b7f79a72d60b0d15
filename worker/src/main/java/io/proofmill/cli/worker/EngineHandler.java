package io.proofmill.cli.worker;

import io.proofmill.engine.Engine;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.engine.ProofAnswer;
import io.proofmill.engine.ProofTask;
import io.proofmill.engine.TaskObserver;
import io.proofmill.engine.TaskPayload;
import io.proofmill.groth16.InputFile;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import io.proofmill.queue.Cancellation;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobHandler;
import io.proofmill.queue.JobObserver;
import io.proofmill.queue.JobPayload;
import io.proofmill.queue.Outcome;
import io.proofmill.queue.Permit;
import io.proofmill.schemas.FailureClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins the queue to the engine: a job becomes a task, an answer or a failure becomes an outcome. Neither knows the other. */
final class EngineHandler implements JobHandler {
    private static final Logger LOG = LoggerFactory.getLogger(EngineHandler.class);
    private static final long PAYLOAD_SHARE = 4;

    private final Engine engine;
    private final MemoryBudget payloads;
    private final int threads;

    /**
     * Payloads have a budget of their own. In the engine's, a payload could wait for ever for the room of keys that nobody uses, which go only when the engine itself wants their room; and the payloads of tasks
     * that wait for room for their assignments could take just that room from each other.
     *
     * @param memory the engine's budget; payloads may take as much as a quarter of it besides
     * @param threads how many threads one proof may keep busy
     */
    EngineHandler(Engine engine, MemoryBudget memory, int threads) {
        this.engine = engine;
        this.payloads = new MemoryBudget(memory.total() / PAYLOAD_SHARE);
        this.threads = threads;
    }

    /** A job whose payloads are larger than their budget runs when no other's are in memory. */
    @Override
    public Optional<Permit> tryAdmit(Job job) {
        return payloads.tryReserve(Math.min(job.payloadBytes(), payloads.total()))
                .map(reservation -> reservation::close);
    }

    /** The payloads' memory is given back when the task has its answer. */
    @Override
    public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
        return handle(job, observer, cancellation, TaskObserver.NONE);
    }

    /** The same with somebody who also hears of the parts. */
    @SuppressWarnings("MustBeClosed")
    CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation, TaskObserver spectator) {
        Arena arena = Arena.ofShared();
        AtomicReference<String> device = new AtomicReference<>();
        TaskObserver relay = new Relay(observer, spectator, device);
        return start(job, relay, cancellation, arena).handle((answer, failure) -> {
            arena.close();
            return failure == null ? proved(answer) : failed(job, unwrap(failure), Optional.ofNullable(device.get()));
        });
    }

    private CompletableFuture<ProofAnswer> start(
            Job job, TaskObserver observer, Cancellation cancellation, Arena arena) {
        try {
            return engine.prove(task(job, arena), observer, new CancellableWork(cancellation, threads));
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static ProofTask task(Job job, Arena arena) throws IOException {
        List<TaskPayload> payloads = new ArrayList<>();
        for (JobPayload payload : job.payloads()) {
            String name = payload.name().isEmpty() ? "the payload" : payload.name();
            payloads.add(new TaskPayload(kind(payload), name, bytes(payload, arena)));
        }
        Optional<List<BigInteger>> expected = job.publicInputs().map(EngineHandler::numbers);
        return new ProofTask(job.id(), job.circuit(), job.circuitVersion(), payloads, expected, job.avoidDevice());
    }

    private static TaskPayload.Kind kind(JobPayload payload) {
        return switch (payload.kind()) {
            case WITNESS -> TaskPayload.Kind.WITNESS;
            case INPUT -> TaskPayload.Kind.INPUT;
            case VANILLA -> TaskPayload.Kind.VANILLA;
            case UNKNOWN ->
                throw new BadInputException(
                        ReasonCode.INVALID_REQUEST, "a payload's kind is one that this worker does not know");
        };
    }

    private static MemorySegment bytes(JobPayload payload, Arena arena) throws IOException {
        return switch (payload) {
            case JobPayload.InMemory inMemory -> MemorySegment.ofBuffer(inMemory.bytes());
            case JobPayload.Spooled spooled -> {
                try (FileChannel channel = FileChannel.open(spooled.file(), StandardOpenOption.READ)) {
                    yield channel.map(FileChannel.MapMode.READ_ONLY, 0, spooled.size(), arena);
                }
            }
        };
    }

    private static List<BigInteger> numbers(List<String> decimals) {
        List<BigInteger> numbers = new ArrayList<>();
        for (String decimal : decimals) {
            if (!decimal.matches("\\d{1,200}")) {
                throw new BadInputException(
                        ReasonCode.INVALID_REQUEST,
                        "public input " + numbers.size() + " is not a decimal number: '" + decimal + "'");
            }
            numbers.add(new BigInteger(decimal));
        }
        return numbers;
    }

    /** Tells the queue of the job, and the spectator of its parts. */
    private record Relay(JobObserver observer, TaskObserver spectator, AtomicReference<String> device)
            implements TaskObserver {
        @Override
        public TaskObserver part(int part) {
            return new Relay(observer, spectator.part(part), device);
        }

        @Override
        public void onDevice(String name) {
            device.set(name);
            observer.onDevice(name);
            spectator.onDevice(name);
        }

        @Override
        public void facts(Map<String, String> facts) {
            observer.facts(facts);
            spectator.facts(facts);
        }

        @Override
        public void started(String stage) {
            observer.phaseStarted(stage);
            spectator.started(stage);
        }

        @Override
        public void finished(String stage, long nanos) {
            observer.phaseFinished(stage, nanos);
            spectator.finished(stage, nanos);
        }
    }

    private static Outcome proved(ProofAnswer answer) {
        return new Outcome.Proved(
                answer.curve().name(),
                answer.form(),
                answer.proof(),
                answer.publicSignals().stream().map(BigInteger::toString).toList(),
                Optional.of(answer.version()),
                answer.device(),
                answer.timings().stream()
                        .map(time -> new Outcome.PhaseDuration(time.stage(), time.nanos()))
                        .toList());
    }

    private static Outcome failed(Job job, Throwable failure, Optional<String> device) {
        if (InputFile.wasCut(failure)) {
            return failed(ReasonCode.STORAGE_UNAVAILABLE, InputFile.CUT, device);
        }
        return switch (failure) {
            case ProofmillException expected -> failed(expected.reason(), expected.getMessage(), device);
            case CancellationException cancelled -> failed(ReasonCode.CANCELLED, "the job was cancelled", device);
            case UncheckedIOException io ->
                failed(ReasonCode.STORAGE_UNAVAILABLE, io.getCause().toString(), device);
            case IOException io -> failed(ReasonCode.STORAGE_UNAVAILABLE, io.toString(), device);
            case OutOfMemoryError memory ->
                failed(ReasonCode.TOO_LARGE, "no memory for it: " + memory.getMessage(), device);
            default -> {
                LOG.error("job {} met a bug of ours", job.id(), failure);
                yield failed(ReasonCode.INTERNAL, failure.toString(), device);
            }
        };
    }

    private static Outcome failed(ReasonCode reason, String sentence, Optional<String> device) {
        FailureClass failureClass = FailureClass.valueOf(reason.failureClass().name());
        return new Outcome.Failed(reason.name(), sentence, failureClass, device);
    }

    private static Throwable unwrap(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** The queue's cancellation as the engine hears it. */
    private record CancellableWork(Cancellation cancellation, int parallelism) implements Work {
        @Override
        public boolean cancelled() {
            return cancellation.requested();
        }
    }
}
