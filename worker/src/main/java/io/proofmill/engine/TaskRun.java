package io.proofmill.engine;

import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.FailureClass;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * One run of one task: its parts side by side, each as soon as memory and a device are free. A part that a device failed is tried again alone while its siblings go on; a part that fails for good stops them, and what is finished by
 * then is kept for the task's next attempt.
 */
final class TaskRun {
    private static final int RETRIES_OF_A_PART = 2;

    private final ProofTask task;
    private final Circuit circuit;
    private final Plan plan;
    private final Circuit.Keys keys;
    private final StageClock clock;
    private final Work work;
    private final Work siblings;
    private final PartRunner runner;
    private final FinishedParts finished;
    private final AtomicBoolean failed = new AtomicBoolean();

    TaskRun(
            ProofTask task,
            Circuit circuit,
            Plan plan,
            Circuit.Keys keys,
            TaskObserver observer,
            Work work,
            PartRunner runner,
            FinishedParts finished) {
        this.task = task;
        this.circuit = circuit;
        this.plan = plan;
        this.keys = keys;
        this.clock = new StageClock(observer, new LinkedHashMap<>());
        this.work = work;
        this.siblings = new Siblings();
        this.runner = runner;
        this.finished = finished;
    }

    ProofAnswer run(ExecutorService executor) throws InterruptedException {
        List<Future<PartProof>> running = new ArrayList<>();
        for (int part = 0; part < plan.parts(); part++) {
            int index = part;
            running.add(executor.submit(() -> prove(index)));
        }
        List<PartProof> parts = join(running);
        List<BigInteger> signals =
                plan.publicSignals(parts.stream().map(PartProof::publicSignals).toList());
        requireExpected(signals);
        finished.drop(claims());
        List<Proof> proofs = parts.stream().map(PartProof::proof).toList();
        return new ProofAnswer(
                circuit.curve(),
                plan.form(),
                ByteBuffer.wrap(plan.write(proofs)),
                signals,
                circuit.version(),
                parts.getLast().device(),
                clock.times());
    }

    private PartProof prove(int part) throws InterruptedException {
        try {
            Optional<FinishedParts.Claim> claim = claim(part);
            Optional<PartProof> earlier = claim.flatMap(finished::find);
            if (earlier.isPresent()) {
                return earlier.get();
            }
            PartProof proof = proveAlone(part);
            claim.ifPresent(known -> finished.keep(known, proof));
            return proof;
        } catch (Throwable failure) {
            failed.set(true);
            throw failure;
        }
    }

    private PartProof proveAlone(int part) throws InterruptedException {
        PartAttempt attempt =
                new PartAttempt(plan, part, keys, task, clock.part(part), siblings, work, new AtomicReference<>());
        for (int left = plan.parts() == 1 ? 0 : RETRIES_OF_A_PART; ; left--) {
            try {
                return runner.prove(attempt);
            } catch (ProofmillException failure) {
                if (left == 0 || failure.reason().failureClass() != FailureClass.RETRYABLE) {
                    throw failure;
                }
                attempt.clock().started(Stages.RETRY);
                attempt = attempt.again();
            }
        }
    }

    /** What a part claims; nothing for a task of one part, which has nothing to lose, or where it is not known yet. */
    private Optional<FinishedParts.Claim> claim(int part) {
        return plan.parts() == 1
                ? Optional.empty()
                : plan.knownSignals(part)
                        .map(signals -> new FinishedParts.Claim(circuit.name(), circuit.version(), signals));
    }

    private List<FinishedParts.Claim> claims() {
        return IntStream.range(0, plan.parts())
                .mapToObj(this::claim)
                .flatMap(Optional::stream)
                .toList();
    }

    private static List<PartProof> join(List<Future<PartProof>> running) throws InterruptedException {
        List<PartProof> parts = new ArrayList<>();
        Throwable first = null;
        for (Future<PartProof> part : running) {
            try {
                parts.add(part.get());
            } catch (ExecutionException e) {
                first = Failure.first(first, e.getCause());
            }
        }
        if (first != null) {
            throw Failure.asUnchecked(first);
        }
        return parts;
    }

    private void requireExpected(List<BigInteger> signals) {
        task.expectedSignals().filter(expected -> !expected.equals(signals)).ifPresent(expected -> {
            throw new BadInputException(
                    ReasonCode.INVALID_WITNESS,
                    "the request expects the public signals " + expected + ", the witness has " + signals);
        });
    }

    /** The task's work, which its parts also give up when a sibling has failed. */
    private final class Siblings implements Work {
        @Override
        public boolean cancelled() {
            return failed.get() || work.cancelled();
        }

        @Override
        public int parallelism() {
            return work.parallelism();
        }
    }

    /** Adds up the stages of all parts and tells the observer. */
    static final class StageClock {
        private final TaskObserver observer;
        private final Map<String, Long> nanos;

        private StageClock(TaskObserver observer, Map<String, Long> nanos) {
            this.observer = observer;
            this.nanos = nanos;
        }

        /** The same sums, told to the part's own observer. */
        private StageClock part(int part) {
            return new StageClock(observer.part(part), nanos);
        }

        TaskObserver observer() {
            return observer;
        }

        void started(String stage) {
            observer.started(stage);
        }

        void finished(String stage, long duration) {
            synchronized (nanos) {
                nanos.merge(stage, duration, Long::sum);
            }
            observer.finished(stage, duration);
        }

        private List<StageTime> times() {
            synchronized (nanos) {
                return nanos.entrySet().stream()
                        .map(entry -> new StageTime(entry.getKey(), entry.getValue()))
                        .toList();
            }
        }
    }
}
