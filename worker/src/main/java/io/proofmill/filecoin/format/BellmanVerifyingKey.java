package io.proofmill.filecoin.format;

import io.proofmill.groth16.KeyConstants;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.Point;
import io.proofmill.math.ReasonCode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A verifying key of bellman's kind, a {@code .vk} file: alpha G1, beta G1, beta G2, gamma G2, delta G1, delta G2, a u32 count and the points for ONE and the inputs, uncompressed. The head of a {@code .params} file is the same.
 *
 * @param constants what the prover needs too
 */
public record BellmanVerifyingKey(KeyConstants constants, Point gamma2, List<Point> ic) {
    static final int G1 = 96;
    static final int G2 = 192;

    /** Bytes before the points of {@code ic}. */
    static final int HEAD = 3 * G1 + 3 * G2 + Integer.BYTES;

    public BellmanVerifyingKey {
        ic = List.copyOf(ic);
    }

    /**
     * Reads a whole file.
     *
     * @param name of the file, for failures
     * @throws BadInputException MALFORMED_FILE for a wrong length, INVALID_KEY for coordinates that are none
     */
    public static BellmanVerifyingKey read(String name, byte[] bytes) {
        if (bytes.length < HEAD || (bytes.length - HEAD) % G1 != 0) {
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE,
                    name + ": a verifying key has " + HEAD + " bytes and " + G1 + " for each input, not "
                            + bytes.length);
        }
        KeyBytes in = new KeyBytes(name, bytes);
        Point alpha1 = in.g1("alpha1");
        Point beta1 = in.g1("beta1");
        Point beta2 = in.g2("beta2");
        Point gamma2 = in.g2("gamma2");
        Point delta1 = in.g1("delta1");
        Point delta2 = in.g2("delta2");
        int count = in.count("input points", (bytes.length - HEAD) / G1);
        if (count == 0) {
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE, name + ": a verifying key has a point for ONE at least, found none");
        }
        List<Point> ic = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ic.add(in.g1("IC[" + i + "]"));
        }
        return new BellmanVerifyingKey(new KeyConstants(alpha1, beta1, beta2, delta1, delta2), gamma2, ic);
    }

    /** The file's bytes. */
    public byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ZcashPoint.uncompressed(constants.alpha1()));
        out.writeBytes(ZcashPoint.uncompressed(constants.beta1()));
        out.writeBytes(ZcashPoint.uncompressed(constants.beta2()));
        out.writeBytes(ZcashPoint.uncompressed(gamma2));
        out.writeBytes(ZcashPoint.uncompressed(constants.delta1()));
        out.writeBytes(ZcashPoint.uncompressed(constants.delta2()));
        out.writeBytes(KeyBytes.count(ic.size()));
        ic.forEach(point -> out.writeBytes(ZcashPoint.uncompressed(point)));
        return out.toByteArray();
    }

    /** The key as verifiers take it. */
    public VerifyingKey verifyingKey() {
        return new VerifyingKey(
                CurveId.BLS12_381, constants.alpha1(), constants.beta2(), gamma2, constants.delta2(), ic);
    }
}
