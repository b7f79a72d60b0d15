package io.proofmill.gpu.msm;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Group;
import java.util.stream.Stream;

/** The groups that there are kernels for. */
public enum PointGroup {
    BN254_G1(CurveId.BN254, 1, 32, 254, 5),
    BN254_G2(CurveId.BN254, 2, 64, 254, 3),
    BLS12_381_G1(CurveId.BLS12_381, 1, 48, 255, 4),
    BLS12_381_G2(CurveId.BLS12_381, 2, 96, 255, 2);

    private final CurveId curve;
    private final int number;
    private final int elementBytes;
    private final int scalarBits;
    private final int batchBlocks;

    PointGroup(CurveId curve, int number, int elementBytes, int scalarBits, int batchBlocks) {
        this.curve = curve;
        this.number = number;
        this.elementBytes = elementBytes;
        this.scalarBits = scalarBits;
        this.batchBlocks = batchBlocks;
    }

    public static PointGroup g1(CurveId curve) {
        return curve == CurveId.BN254 ? BN254_G1 : BLS12_381_G1;
    }

    public static PointGroup g2(CurveId curve) {
        return curve == CurveId.BN254 ? BN254_G2 : BLS12_381_G2;
    }

    /** The kernels' name for a group. */
    public static PointGroup of(Group group) {
        return Stream.of(values())
                .filter(candidate -> candidate.group().equals(group))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there are no kernels for this group of " + group.pointBytes() + " bytes a point"));
    }

    public CurveId curve() {
        return curve;
    }

    /** The group's arithmetic on the host. */
    public Group group() {
        Curve parameters = Curve.of(curve);
        return number == 1 ? parameters.g1() : parameters.g2();
    }

    /** How the curve's scalar field is named in kernels' names. */
    public String fieldSuffix() {
        return curve == CurveId.BN254 ? "bn254" : "bls12_381";
    }

    /** How the group is named in kernels' names. */
    public String suffix() {
        return fieldSuffix() + "_g" + number;
    }

    /** The kernel module of the group. */
    public String module() {
        return "msm_" + suffix();
    }

    /** Bytes of a coordinate. */
    public int elementBytes() {
        return elementBytes;
    }

    /** Bytes of an affine point. */
    public int pointBytes() {
        return 2 * elementBytes;
    }

    /** Bits of the group's order. */
    public int scalarBits() {
        return scalarBits;
    }

    /** Blocks of 128 threads that the batched additions keep on a multiprocessor. */
    int batchBlocks() {
        return batchBlocks;
    }
}
