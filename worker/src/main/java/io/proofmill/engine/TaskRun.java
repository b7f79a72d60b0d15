package io.proofmill.engine;

import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run of one task: its parts side by side, each as soon as memory and a device are free; the first failure stops the siblings. */
final class TaskRun {
    private final ProofTask task;
    private final Circuit circuit;
    private final Plan plan;
    private final Circuit.Keys keys;
    private final StageClock clock;
    private final Work work;
    private final PartRunner runner;
    private final AtomicBoolean failed = new AtomicBoolean();

    TaskRun(
            ProofTask task,
            Circuit circuit,
            Plan plan,
            Circuit.Keys keys,
            TaskObserver observer,
            Work work,
            PartRunner runner) {
        this.task = task;
        this.circuit = circuit;
        this.plan = plan;
        this.keys = keys;
        this.clock = new StageClock(observer, new LinkedHashMap<>());
        this.work = new Siblings(work);
        this.runner = runner;
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
            return runner.prove(plan, part, keys, task, clock.part(part), work);
        } catch (Throwable failure) {
            failed.set(true);
            throw failure;
        }
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
        private final Work task;

        private Siblings(Work task) {
            this.task = task;
        }

        @Override
        public boolean cancelled() {
            return failed.get() || task.cancelled();
        }

        @Override
        public int parallelism() {
            return task.parallelism();
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
