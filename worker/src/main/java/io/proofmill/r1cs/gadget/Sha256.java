package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * SHA-256 of a bit string: FIPS 180-4 padding, then one {@link Sha256Block} for each 512 bits, each an instance of its own.
 *
 * <p>Source: bellperson, {@code sha256.rs}.
 */
public final class Sha256 {
    private static final int BLOCK = 512;
    private static final int LENGTH = 64;

    private Sha256() {}

    /** The 256 bits of the digest, most significant first, of a message of whole bytes, likewise. */
    public static List<Bit> hash(ConstraintSystem cs, List<? extends Bit> message) {
        List<Bit> padded = padded(message);
        List<Bit> hash = initial();
        for (int start = 0; start < padded.size(); start += BLOCK) {
            List<Bit> arguments = new ArrayList<>(padded.subList(start, start + BLOCK));
            arguments.addAll(hash);
            hash = Wire.bits(cs.instance(new Sha256Block(), arguments));
        }
        return hash;
    }

    private static List<Bit> padded(List<? extends Bit> message) {
        List<Bit> padded = new ArrayList<>(message);
        padded.add(Bit.Constant.TRUE);
        while ((padded.size() + LENGTH) % BLOCK != 0) {
            padded.add(Bit.Constant.FALSE);
        }
        for (int i = LENGTH - 1; i >= 0; i--) {
            padded.add(Bit.constant(((long) message.size() >>> i & 1) != 0));
        }
        return padded;
    }

    private static List<Bit> initial() {
        List<Bit> bits = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            bits.addAll(Word.constant(Sha256Constants.initial(i)).bigEndian());
        }
        return bits;
    }
}
