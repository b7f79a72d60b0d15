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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One proof whose key is on the device: everything is queued on one stream, with two waits: for the counts that the MSMs' plans depend on, and for the results. At most one MSM is
 * queued ahead of the one that runs, so that a cancelled job leaves the device soon.
 */
final class ResidentProof implements DeviceProof {
    /** The largest group first: its last step on the host, the longest, is then hidden behind the next sum. */
    private static final List<KeySum> ORDER = List.of(KeySum.B2, KeySum.H, KeySum.L, KeySum.A, KeySum.B1);

    private final KeyPlan plan;
    private final long keyBase;
    private final JobLayout layout;
    private final long base;
    private final Lane lane;
    private final ScalarKernels scalars;
    private final StageWait wait;
    private final Map<KeySum, DeviceMsm> sums = new EnumMap<>(KeySum.class);
    private final Map<KeySum, Point> points = new EnumMap<>(KeySum.class);

    /**
     * @param keyBase address of the key's region
     * @param tables multiples of the key's points, if there are some
     * @param base address of the job's workspace
     */
    ResidentProof(
            KeyPlan plan,
            long keyBase,
            Optional<PlacedTables> tables,
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
            DeviceMsm msm = new DeviceMsm(kernels, sum.group(curve), MsmTables.NONE, device, problem(sum));
            sums.put(
                    sum,
                    tables.map(placed -> placed.tables().with(msm, sum, placed.base()))
                            .orElse(msm));
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

    @Override
    public void upload(Assignment assignment, ProofObserver observer, Work work) {
        observer.started(Phase.UPLOAD);
        lane.copies().record(lane.mark(Mark.STARTED));
        lane.upload().copy(assignment.values(), layout.witnessAt(base), work);
        if (plan.matrices().isEmpty()) {
            HostProducts.upload(plan, assignment, lane.upload(), layout.vectorsAt(base), work);
        }
        lane.copies().record(lane.mark(Mark.UPLOADED));
    }

    @Override
    public void compute(Assignment assignment, ProofObserver observer, Work work) {
        lane.compute().await(lane.mark(Mark.UPLOADED));
        lane.compute().record(lane.mark(Mark.COMPUTING));
        queueQuotient(observer);
        queueClassification();
        wait.until(lane.mark(Mark.CLASSIFIED), Phase.NTT, work);
        KeySum running = null;
        for (KeySum sum : ORDER) {
            observer.started(sum.phase());
            queueSum(sum, work);
            if (running != null) {
                finish(running, work);
            }
            running = sum;
        }
        finish(running, work);
    }

    /** Waits for a sum and puts its windows together, while the device works on the next. */
    private void finish(KeySum sum, Work work) {
        wait.until(lane.mark(Mark.doneOf(sum)), sum.phase(), work);
        points.put(sum, sums.get(sum).combine(lane.answer(sum).sums()));
    }

    private void queueSum(KeySum sum, Work work) {
        sums.get(sum)
                .sum(
                        lane.compute(),
                        lane.answer(sum).counts(),
                        layout.scratchAt(base),
                        layout.scratchBytes(),
                        lane.answer(sum).sums(),
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
            sums.get(sum).classify(lane.compute(), lane.answer(sum).counts());
        }
        lane.compute().record(lane.mark(Mark.CLASSIFIED));
    }

    @Override
    public ProofSums sums() {
        return new ProofSums(
                points.get(KeySum.A),
                points.get(KeySum.B1),
                points.get(KeySum.B2),
                points.get(KeySum.L),
                points.get(KeySum.H));
    }

    /** Times are the device's own. */
    @Override
    public void report(ProofObserver observer) {
        report(observer, Phase.UPLOAD, lane.mark(Mark.STARTED), lane.mark(Mark.UPLOADED));
        report(observer, Phase.SPMV, lane.mark(Mark.COMPUTING), lane.mark(Mark.MULTIPLIED));
        report(observer, Phase.NTT, lane.mark(Mark.MULTIPLIED), lane.mark(Mark.QUOTIENT_DONE));
        for (KeySum sum : KeySum.values()) {
            report(observer, sum.phase(), startOf(sum), lane.mark(Mark.doneOf(sum)));
        }
    }

    private Event startOf(KeySum sum) {
        int place = ORDER.indexOf(sum);
        return lane.mark(place == 0 ? Mark.QUOTIENT_DONE : Mark.doneOf(ORDER.get(place - 1)));
    }

    private static void report(ProofObserver observer, Phase phase, Event from, Event to) {
        observer.finished(phase, Math.round(to.millisecondsSince(from) * 1e6));
    }
}
