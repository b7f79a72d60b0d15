package io.proofmill.filecoin.format;

import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Proofs as the chain takes them: A, B, C compressed, 192 bytes, one part after the other. */
public final class ProofBytes {
    /** Bytes of one part's proof. */
    public static final int PART = 192;

    private static final int G1 = 48;
    private static final int G2 = 96;

    private ProofBytes() {}

    public static byte[] write(List<Proof> parts) {
        byte[] out = new byte[PART * parts.size()];
        for (int i = 0; i < parts.size(); i++) {
            Proof proof = parts.get(i);
            System.arraycopy(ZcashPoint.compressed(proof.a()), 0, out, PART * i, G1);
            System.arraycopy(ZcashPoint.compressed(proof.b()), 0, out, PART * i + G1, G2);
            System.arraycopy(ZcashPoint.compressed(proof.c()), 0, out, PART * i + G1 + G2, G1);
        }
        return out;
    }

    /**
     * Reads the proofs of that many parts.
     *
     * @throws BadInputException INVALID_PROOF for another length or points that are none
     */
    public static List<Proof> read(byte[] bytes, int parts) {
        if (bytes.length != PART * parts) {
            throw new BadInputException(
                    ReasonCode.INVALID_PROOF,
                    "a proof of " + parts + " parts has " + PART * parts + " bytes, this one " + bytes.length);
        }
        List<Proof> proofs = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int at = PART * i;
            proofs.add(new Proof(
                    CurveId.BLS12_381,
                    point("A", i, 1).compressed(Arrays.copyOfRange(bytes, at, at + G1)),
                    point("B", i, 2).compressed(Arrays.copyOfRange(bytes, at + G1, at + G1 + G2)),
                    point("C", i, 1).compressed(Arrays.copyOfRange(bytes, at + G1 + G2, at + PART))));
        }
        return proofs;
    }

    private static ZcashPoint point(String name, int part, int degree) {
        String where = name + " of part " + part + " of the proof";
        return degree == 1
                ? ZcashPoint.g1(where, ReasonCode.INVALID_PROOF)
                : ZcashPoint.g2(where, ReasonCode.INVALID_PROOF);
    }
}
