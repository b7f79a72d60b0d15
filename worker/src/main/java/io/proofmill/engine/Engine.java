package io.proofmill.engine;

import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Verifier;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Task in, checked proof out. Each task runs on a virtual thread of its own that waits for what is scarce, in this order: its circuit's keys, memory for an
 * assignment, a slot of a device. While one task proves, the next one's witness is calculated.
 *
 * <p>Failures come as {@link io.proofmill.math.ProofmillException} with a reason code; {@link CancellationException} when the work was cancelled; anything else is our
 * own bug.
 */
public final class Engine implements AutoCloseable {
    private final Catalogue catalogue;
    private final ResidentKeys keys;
    private final PartRunner runner;
    private final FinishedParts finished = new FinishedParts();
    private final ExecutorService tasks = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("task-", 0).factory());

    /**
     * @param catalogue the circuits
     * @param budget memory outside the heap, shared by keys and assignments
     * @param devices where proofs are made
     * @param verifier checks every proof before it leaves
     * @param blinding fresh blinding scalars for a proof over a curve
     * @param synthesisWorkers parts whose witnesses are calculated at the same time: {@code synthesis.part-workers}
     * @param beforeKeyCloses is told of each key that is dropped
     */
    public Engine(
            Catalogue catalogue,
            MemoryBudget budget,
            DevicePool devices,
            Verifier verifier,
            Function<CurveId, Blinding> blinding,
            int synthesisWorkers,
            Consumer<ProvingKey> beforeKeyCloses) {
        this.catalogue = catalogue;
        this.keys = new ResidentKeys(budget, beforeKeyCloses);
        this.runner = new PartRunner(budget, devices, verifier, blinding, synthesisWorkers);
    }

    /** Starts a task. The future completes with the answer or with the failure itself, unwrapped. */
    public CompletableFuture<ProofAnswer> prove(ProofTask task, TaskObserver observer, Work work) {
        CompletableFuture<ProofAnswer> answer = new CompletableFuture<>();
        tasks.execute(() -> {
            try {
                answer.complete(run(task, observer, work));
            } catch (Throwable failure) {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    private ProofAnswer run(ProofTask task, TaskObserver observer, Work work) throws InterruptedException {
        Circuit circuit = catalogue.find(task.circuit(), task.version());
        Plan plan = circuit.plan(task, work);
        observer.facts(plan.facts());
        try (ResidentKeys.Lease lease = keys.lease(circuit, plan.assignmentBytes(), work)) {
            return new TaskRun(task, circuit, plan, lease.keys(), observer, work, runner, finished).run(tasks);
        }
    }

    /** Waits for running tasks, then drops the keys. Cancel the tasks' work first to end soon. */
    @Override
    public void close() {
        tasks.close();
        keys.close();
        runner.close();
    }
}
