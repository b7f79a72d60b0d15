package io.proofmill.engine;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.Phase;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.groth16.Prover;
import io.proofmill.groth16.Verifier;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** One part through its stages: reserve, synthesize, prove, check. Computation runs on platform threads, so that a task's virtual thread only ever waits. */
final class PartRunner implements AutoCloseable {
    private final MemoryBudget budget;
    private final DevicePool devices;
    private final Verifier verifier;
    private final Function<CurveId, Blinding> blinding;
    private final Prover reference = new CpuProver();
    private final ExecutorService synthesis;
    private final ExecutorService proving = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("proving-", 0).factory());

    PartRunner(
            MemoryBudget budget,
            DevicePool devices,
            Verifier verifier,
            Function<CurveId, Blinding> blinding,
            int synthesisWorkers) {
        this.budget = budget;
        this.devices = devices;
        this.verifier = verifier;
        this.blinding = blinding;
        this.synthesis = Executors.newFixedThreadPool(
                synthesisWorkers,
                Thread.ofPlatform().daemon().name("synthesis-", 0).factory());
    }

    PartProof prove(Plan plan, int part, Circuit.Keys keys, ProofTask task, TaskRun.StageClock clock, Work work)
            throws InterruptedException {
        String what = "the assignment of a part of circuit " + task.circuit();
        try (MemoryBudget.Reservation ignored = budget.reserve(plan.assignmentBytes(), what, work);
                Assignment assignment =
                        on(synthesis, Stages.SYNTHESIS, clock, work, () -> plan.synthesize(part, work))) {
            List<BigInteger> signals = plan.claimedSignals(part, assignment);
            DeviceSums made = sums(keys, assignment, task, clock, work);
            Blinding fresh = blinding.apply(assignment.curve());
            Proof proof = on(
                    proving,
                    Stages.of(Phase.ASSEMBLE),
                    clock,
                    work,
                    () -> made.sums().assemble(keys.proving(), fresh));
            Claim claim = new Claim(signals, proof);
            boolean valid = on(proving, Stages.CHECK, clock, work, () -> verifier.verify(keys.verifying(), claim));
            if (!valid) {
                throw failure(plan, part, keys, assignment, made, task, work);
            }
            made.device().trust().checked(task.circuit(), true);
            return new PartProof(proof, signals, made.device().name());
        }
    }

    /** The device's share. Its slot is free again before the host assembles and checks the proof. */
    private DeviceSums sums(
            Circuit.Keys keys, Assignment assignment, ProofTask task, TaskRun.StageClock clock, Work work)
            throws InterruptedException {
        try (DevicePool.Lease lease = devices.acquire(task.avoidDevice(), work)) {
            ProvingDevice device = lease.device();
            clock.observer().onDevice(device.name());
            ProofSums sums = on(
                    proving,
                    Stages.PROVING,
                    clock,
                    work,
                    () -> device.prover().sums(keys.proving(), assignment, observer(clock), work));
            return new DeviceSums(sums, device);
        }
    }

    private record DeviceSums(ProofSums sums, ProvingDevice device) {}

    /** Why a proof failed its check. Where the constraints are not known, the processor makes the same sums: equal ones mean a bad witness. */
    private ProofmillException failure(
            Plan plan, int part, Circuit.Keys keys, Assignment assignment, DeviceSums made, ProofTask task, Work work) {
        return switch (plan.blame(part, assignment, work)) {
            case Blame.Witness witness -> witness.complaint();
            case Blame.Device ignored -> deviceFault(part, made.device(), task);
            case Blame.Unknown ignored ->
                made.device().exact()
                                || made.sums()
                                        .equals(reference.sums(keys.proving(), assignment, ProofObserver.NONE, work))
                        ? new BadInputException(
                                ReasonCode.UNSATISFIED,
                                "the proof made from this witness does not verify: the witness does not satisfy the circuit")
                        : deviceFault(part, made.device(), task);
        };
    }

    private static ProofmillException deviceFault(int part, ProvingDevice device, ProofTask task) {
        device.trust().checked(task.circuit(), false);
        return new ProofmillException(
                ReasonCode.SELF_CHECK_FAILED,
                "the proof of part " + part + " made on " + device.name() + " does not verify");
    }

    private static ProofObserver observer(TaskRun.StageClock clock) {
        return new ProofObserver() {
            @Override
            public void started(Phase phase) {
                clock.started(Stages.of(phase));
            }

            @Override
            public void finished(Phase phase, long nanos) {
                clock.finished(Stages.of(phase), nanos);
            }
        };
    }

    private static <T> T on(
            ExecutorService executor, String stage, TaskRun.StageClock clock, Work work, Callable<T> body)
            throws InterruptedException {
        Future<T> result = executor.submit(() -> {
            work.checkpoint();
            clock.started(stage);
            long start = System.nanoTime();
            T value = body.call();
            clock.finished(stage, System.nanoTime() - start);
            return value;
        });
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw Failure.asUnchecked(e.getCause());
        }
    }

    @Override
    public void close() {
        synthesis.close();
        proving.close();
    }
}
