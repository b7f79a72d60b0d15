package io.proofmill.gpu;

import io.proofmill.gpu.Lane.Mark;
import io.proofmill.gpu.driver.Event;
import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.msm.DeviceMsm;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmProblem;
import io.proofmill.gpu.msm.MsmTables;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Phase;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Query;
import io.proofmill.math.CurveId;
import io.proofmill.math.Point;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

/**
 * One proof whose key is on the device: everything is queued on one stream, with two waits: for the counts that the MSMs' plans depend on, and for the results. At most one MSM is
 * queued ahead of the one that runs, so that a cancelled job leaves the device soon.
 */
final class ResidentProof {
    private final KeyPlan plan;
    private final long keyBase;
    private final JobLayout layout;
    private final long base;
    private final Lane lane;
    private final ScalarKernels scalars;
    private final StageWait wait;
    private final Map<KeySum, DeviceMsm> sums = new EnumMap<>(KeySum.class);

    /**
     * @param keyBase address of the key's region
     * @param base address of the job's workspace
     */
    ResidentProof(
            KeyPlan plan,
            long keyBase,
            JobLayout layout,
            long base,
            Lane lane,
            Kernels kernels,
            MsmDevice device,
            StageWait wait) {
        this.plan = plan;
        this.keyBase = keyBase;
        this.layout = layout;
        this.base = base;
        this.lane = lane;
        this.wait = wait;
        CurveId curve = plan.key().shape().curve();
        this.scalars = new ScalarKernels(kernels, curve, lane.compute());
        for (KeySum sum : KeySum.values()) {
            sums.put(sum, new DeviceMsm(kernels, sum.group(curve), MsmTables.NONE, device, problem(sum)));
        }
    }

    private MsmProblem problem(KeySum sum) {
        ProvingKey key = plan.key();
        long count = sum.points(key).size();
        long scalarsAt = sum == KeySum.H
                ? layout.vectorsAt(base)
                : switch (sum.selection(key)) {
                    case Query.Range range -> layout.witnessAt(base) + range.first() * Scalars.BYTES;
                    case Query.Dense dense -> layout.pickedAt(base, sum);
                };
        return new MsmProblem(
                plan.pointsAt(keyBase, sum),
                count,
                scalarsAt,
                count,
                layout.resultAt(base, sum),
                layout.listsAt(base, sum));
    }

    /** Copies the witness up; beside another job's kernels. Returns when the host's copy has been read. */
    void upload(Assignment assignment, ProofObserver observer, Work work) {
        observer.started(Phase.UPLOAD);
        lane.copies().record(lane.mark(Mark.STARTED));
        lane.upload().copy(assignment.values(), layout.witnessAt(base), work);
        if (plan.matrices().isEmpty()) {
            uploadProducts(assignment, work);
        }
        lane.copies().record(lane.mark(Mark.UPLOADED));
    }

    /** For matrices that only the host can multiply with. */
    private void uploadProducts(Assignment assignment, Work work) {
        long bytes = plan.domain().size() * ScalarKernels.ELEMENT_BYTES;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment a = arena.allocate(bytes, Scalars.BYTES);
            MemorySegment b = arena.allocate(bytes, Scalars.BYTES);
            plan.key().matrices().multiply(assignment, a, b, work);
            lane.upload().copy(a, layout.vectorsAt(base), work);
            lane.upload().copy(b, layout.vectorsAt(base) + bytes, work);
        }
    }

    /** Runs the kernels and waits for them. */
    void compute(ProofObserver observer, Work work) {
        lane.compute().await(lane.mark(Mark.UPLOADED));
        lane.compute().record(lane.mark(Mark.COMPUTING));
        queueQuotient(observer);
        queueClassification();
        wait.until(lane.mark(Mark.CLASSIFIED), Phase.NTT, work);
        KeySum running = null;
        for (KeySum sum : KeySum.values()) {
            observer.started(sum.phase());
            queueSum(sum, work);
            if (running != null) {
                wait.until(lane.mark(Mark.doneOf(running)), running.phase(), work);
            }
            running = sum;
        }
        wait.until(lane.mark(Mark.doneOf(running)), running.phase(), work);
    }

    private void queueSum(KeySum sum, Work work) {
        sums.get(sum)
                .sum(
                        lane.compute(),
                        lane.counts(sum),
                        layout.scratchAt(base),
                        layout.scratchBytes(),
                        lane.result(sum),
                        work);
        lane.compute().record(lane.mark(Mark.doneOf(sum)));
    }

    private void queueQuotient(ProofObserver observer) {
        long vectors = layout.vectorsAt(base);
        long size = plan.domain().size();
        observer.started(Phase.SPMV);
        plan.matrices()
                .ifPresent(matrices -> matrices.multiply(
                        scalars,
                        plan.matricesAt(keyBase),
                        layout.witnessAt(base),
                        vectors,
                        vectors + size * ScalarKernels.ELEMENT_BYTES,
                        size));
        lane.compute().record(lane.mark(Mark.MULTIPLIED));
        observer.started(Phase.NTT);
        plan.domain().quotient(scalars, plan.key().quotient().form(), plan.tablesAt(keyBase), vectors);
        lane.compute().record(lane.mark(Mark.QUOTIENT_DONE));
    }

    private void queueClassification() {
        for (KeySum sum : KeySum.values()) {
            if (sum.picksScalars(plan.key())) {
                scalars.pick(
                        layout.pickedAt(base, sum),
                        layout.witnessAt(base),
                        plan.picksAt(keyBase, sum),
                        sum.points(plan.key()).size());
            }
            sums.get(sum).classify(lane.compute(), lane.counts(sum));
        }
        lane.compute().record(lane.mark(Mark.CLASSIFIED));
    }

    /** The host's part: windows put together. */
    ProofSums combine() {
        return new ProofSums(point(KeySum.A), point(KeySum.B1), point(KeySum.B2), point(KeySum.L), point(KeySum.H));
    }

    private Point point(KeySum sum) {
        return sums.get(sum).combine(lane.result(sum));
    }

    /** Tells the observer what each stage took by the device's clock. */
    void report(ProofObserver observer) {
        report(observer, Phase.UPLOAD, lane.mark(Mark.STARTED), lane.mark(Mark.UPLOADED));
        report(observer, Phase.SPMV, lane.mark(Mark.COMPUTING), lane.mark(Mark.MULTIPLIED));
        report(observer, Phase.NTT, lane.mark(Mark.MULTIPLIED), lane.mark(Mark.QUOTIENT_DONE));
        Event previous = lane.mark(Mark.QUOTIENT_DONE);
        for (KeySum sum : KeySum.values()) {
            Event done = lane.mark(Mark.doneOf(sum));
            report(observer, sum.phase(), previous, done);
            previous = done;
        }
    }

    private static void report(ProofObserver observer, Phase phase, Event from, Event to) {
        observer.finished(phase, Math.round(to.millisecondsSince(from) * 1e6));
    }
}
