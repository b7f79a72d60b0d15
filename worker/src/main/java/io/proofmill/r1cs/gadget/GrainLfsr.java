package io.proofmill.r1cs.gadget;

import java.math.BigInteger;

/**
 * The Grain LFSR in self-shrinking mode, source of Poseidon's round constants: state bits b0..b79, {@code b[i+80] = b[i+62] ^ b[i+51] ^ b[i+38] ^ b[i+23] ^ b[i+13] ^ b[i]}, 160 bits discarded, then pairs: a one lets
 * the next bit out, a zero drops it.
 *
 * <p>Source: Poseidon paper (eprint 2019/458), appendix F.
 */
final class GrainLfsr {
    private static final int STATE = 80;
    private static final int DISCARDED = 160;

    private final boolean[] state = new boolean[STATE];
    private final int fieldBits;
    private int head;

    /** A prime field and the S-box x^5 (code 1 in the published constants of Filecoin). */
    GrainLfsr(int fieldBits, int width, int fullRounds, int partialRounds) {
        this.fieldBits = fieldBits;
        int at = set(0, 2, 1);
        at = set(at, 4, 1);
        at = set(at, 12, fieldBits);
        at = set(at, 12, width);
        at = set(at, 10, fullRounds);
        at = set(at, 10, partialRounds);
        set(at, 30, (1 << 30) - 1);
        for (int i = 0; i < DISCARDED; i++) {
            step();
        }
    }

    /** The next number below the modulus, read most significant bit first. */
    BigInteger next(BigInteger modulus) {
        BigInteger candidate;
        do {
            candidate = BigInteger.ZERO;
            for (int i = fieldBits - 1; i >= 0; i--) {
                if (bit()) {
                    candidate = candidate.setBit(i);
                }
            }
        } while (candidate.compareTo(modulus) >= 0);
        return candidate;
    }

    private boolean bit() {
        while (!step()) {
            step();
        }
        return step();
    }

    private boolean step() {
        boolean bit = at(62) ^ at(51) ^ at(38) ^ at(23) ^ at(13) ^ at(0);
        state[head] = bit;
        head = (head + 1) % STATE;
        return bit;
    }

    private boolean at(int i) {
        return state[(head + i) % STATE];
    }

    private int set(int at, int bits, int value) {
        for (int i = 0; i < bits; i++) {
            state[at + i] = (value >>> (bits - 1 - i) & 1) != 0;
        }
        return at + bits;
    }
}
