package io.proofmill.gpu;

import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.groth16.Phase;
import io.proofmill.groth16.PointList;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Query;
import io.proofmill.math.CurveId;

/** The five sums of a proof, in the order of their phases. */
enum KeySum {
    H(Phase.MSM_H, 1),
    L(Phase.MSM_L, 1),
    A(Phase.MSM_A, 1),
    B1(Phase.MSM_B1, 1),
    B2(Phase.MSM_B2, 2);

    private final Phase phase;
    private final int group;

    KeySum(Phase phase, int group) {
        this.phase = phase;
        this.group = group;
    }

    Phase phase() {
        return phase;
    }

    PointGroup group(CurveId curve) {
        return group == 1 ? PointGroup.g1(curve) : PointGroup.g2(curve);
    }

    PointList points(ProvingKey key) {
        return switch (this) {
            case L -> key.l().points();
            case A -> key.a().points();
            case B1 -> key.b1().points();
            case B2 -> key.b2().points();
            case H -> key.quotient().points();
        };
    }

    /** Which values of the assignment are this sum's scalars. H has none: its scalars are computed. */
    Query.Selection selection(ProvingKey key) {
        return switch (this) {
            case L -> key.l().selection();
            case A -> key.a().selection();
            case B1 -> key.b1().selection();
            case B2 -> key.b2().selection();
            case H -> throw new IllegalArgumentException("H is not a sum over the assignment");
        };
    }

    /** Whether the scalars have to be picked out of the assignment one by one. */
    boolean picksScalars(ProvingKey key) {
        return this != H && selection(key) instanceof Query.Dense;
    }
}
