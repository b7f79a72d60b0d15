package io.proofmill.gpu;

import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.memory.Layout;
import io.proofmill.gpu.msm.DeviceMsm;
import io.proofmill.gpu.msm.FixedBaseKernels;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmPlan;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.msm.MsmTables;
import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.util.EnumMap;
import java.util.Map;

/**
 * Tables of multiples of a key's points: which sums gain by them, and where each sum's tables lie in a region of their own. The first table of a sum is a copy of its points, so that
 * the region can go without the key.
 */
final class KeyTables {
    private final KeyPlan plan;
    private final CurveId curve;
    private final Map<KeySum, MsmTables> tables = new EnumMap<>(KeySum.class);
    private final Layout layout = new Layout();

    /** @param scratchBytes of a job: a sum whose scratch would need more does without tables */
    KeyTables(KeyPlan plan, MsmDevice device, long scratchBytes) {
        this.plan = plan;
        this.curve = plan.key().shape().curve();
        for (KeySum sum : KeySum.values()) {
            PointGroup group = sum.group(curve);
            long points = sum.points(plan.key()).size();
            MsmTables fastest = MsmTables.fastest(group, points);
            if (fastest.count() > 1) {
                MsmSize size = MsmSize.largest(group, points, fastest, device, scratchBytes);
                if (new MsmPlan(size).scratchBytes() <= scratchBytes) {
                    tables.put(sum, fastest);
                    layout.part(sum.name(), fastest.count() * plan.pointBytesOf(sum));
                }
            }
        }
    }

    /** Bytes of the region; 0 when no sum gains. */
    long bytes() {
        return layout.bytes();
    }

    /** The sum with its tables, where it has some. */
    DeviceMsm with(DeviceMsm msm, KeySum sum, long base) {
        return tables.containsKey(sum) ? msm.withTables(tables.get(sum), base + layout.offset(sum.name())) : msm;
    }

    /** Makes the tables from the key's points and waits for them. */
    void make(Kernels kernels, Lane lane, long keyBase, long base, StageWait wait, Work work) {
        tables.forEach((sum, planned) -> {
            long first = base + layout.offset(sum.name());
            lane.compute().copy(plan.pointsAt(keyBase, sum), first, plan.pointBytesOf(sum));
            new FixedBaseKernels(kernels, sum.group(curve), lane.compute())
                    .makeTables(first, sum.points(plan.key()).size(), planned);
            lane.compute().record(lane.mark(Lane.Mark.doneOf(sum)));
            wait.until(lane.mark(Lane.Mark.doneOf(sum)), sum.phase(), work);
        });
    }

    @Override
    public String toString() {
        return "tables of multiples for " + tables.keySet();
    }
}
