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

    PartProof prove(PartAttempt attempt) throws InterruptedException {
        Plan plan = attempt.plan();
        String what = "the assignment of a part of circuit " + attempt.task().circuit();
        Work work = attempt.work();
        try (MemoryBudget.Reservation ignored = budget.reserve(plan.assignmentBytes(), what, work);
                Assignment assignment =
                        on(synthesis, Stages.SYNTHESIS, attempt, work, () -> plan.synthesize(attempt.part(), work))) {
            List<BigInteger> signals = plan.claimedSignals(attempt.part(), assignment);
            DeviceSums made = sums(attempt, assignment);
            Proof proof = on(
                    proving,
                    Stages.of(Phase.ASSEMBLE),
                    attempt,
                    attempt.end(),
                    () -> made.sums().assemble(attempt.keys().proving(), blinding.apply(assignment.curve())));
            Claim claim = new Claim(signals, proof);
            boolean valid = on(
                    proving,
                    Stages.CHECK,
                    attempt,
                    attempt.end(),
                    () -> verifier.verify(attempt.keys().verifying(), claim));
            if (!valid) {
                throw failure(attempt, assignment, made);
            }
            made.device().trust().checked(attempt.task().circuit(), true);
            return new PartProof(proof, signals, made.device().name());
        }
    }

    /** The device's share. Its slot is free again before the host assembles and checks the proof. */
    private DeviceSums sums(PartAttempt attempt, Assignment assignment) throws InterruptedException {
        Work work = attempt.work();
        try (DevicePool.Lease lease = devices.acquire(attempt.task().avoidDevice(), work)) {
            ProvingDevice device = lease.device();
            attempt.device().set(device.name());
            attempt.clock().observer().onDevice(device.name());
            ProofSums sums = on(
                    proving,
                    Stages.PROVING,
                    attempt,
                    work,
                    () -> device.prover().sums(attempt.keys().proving(), assignment, observer(attempt.clock()), work));
            return new DeviceSums(sums, device);
        }
    }

    private record DeviceSums(ProofSums sums, ProvingDevice device) {}

    /** Why a proof failed its check. Where the constraints are not known, the processor makes the same sums: equal ones mean a bad witness. */
    private ProofmillException failure(PartAttempt attempt, Assignment assignment, DeviceSums made) {
        Work work = attempt.work();
        return switch (attempt.plan().blame(attempt.part(), assignment, work)) {
            case Blame.Witness witness -> witness.complaint();
            case Blame.Device ignored -> deviceFault(attempt, made.device());
            case Blame.Unknown ignored ->
                made.device().exact()
                                || made.sums()
                                        .equals(reference.sums(
                                                attempt.keys().proving(), assignment, ProofObserver.NONE, work))
                        ? new BadInputException(
                                ReasonCode.UNSATISFIED,
                                "the proof made from this witness does not verify: the witness does not satisfy the circuit")
                        : deviceFault(attempt, made.device());
        };
    }

    private static ProofmillException deviceFault(PartAttempt attempt, ProvingDevice device) {
        device.trust().checked(attempt.task().circuit(), false);
        return new ProofmillException(
                ReasonCode.SELF_CHECK_FAILED,
                "the proof of part " + attempt.part() + " made on " + device.name() + " does not verify");
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

    private static <T> T on(ExecutorService executor, String stage, PartAttempt attempt, Work work, Callable<T> body)
            throws InterruptedException {
        Future<T> result = executor.submit(() -> {
            work.checkpoint();
            attempt.clock().started(stage);
            long start = System.nanoTime();
            T value = body.call();
            attempt.clock().finished(stage, System.nanoTime() - start);
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
