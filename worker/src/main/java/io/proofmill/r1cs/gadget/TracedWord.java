package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.WitnessWriter;

/**
 * The value of a {@link Word} together with what decides which of its bits cost variables.
 *
 * @param value the 32 bits
 * @param known ones where a bit is a constant of the circuit
 * @param negated ones where a bit is the negation of its variable; zero where known
 */
record TracedWord(int value, int known, int negated) {
    private static final long UNSIGNED = 0xffff_ffffL;

    static TracedWord constant(int value) {
        return new TracedWord(value, -1, 0);
    }

    static TracedWord variable(int value) {
        return new TracedWord(value, 0, 0);
    }

    TracedWord rotateRight(int by) {
        return new TracedWord(
                Integer.rotateRight(value, by), Integer.rotateRight(known, by), Integer.rotateRight(negated, by));
    }

    TracedWord shiftRight(int by) {
        return new TracedWord(value >>> by, known >>> by | ~(-1 >>> by), negated >>> by);
    }

    /** Values of {@link Word#xor}. The variable holds the exclusive or of the operands' variables. */
    TracedWord xor(WitnessWriter out, TracedWord other) {
        int result = value ^ other.value;
        int bothKnown = known & other.known;
        int sign = negated ^ other.negated ^ (known & value) ^ (other.known & other.value);
        int allocated = ~(known | other.known);
        write(out, result ^ sign, allocated);
        return new TracedWord(result, bothKnown, sign & ~bothKnown);
    }

    /** Values of {@link Word#choose}. */
    static TracedWord choose(WitnessWriter out, TracedWord a, TracedWord b, TracedWord c) {
        if ((a.known | b.known | c.known) == 0) {
            int result = (a.value & b.value) ^ (~a.value & c.value);
            out.bits(result, Integer.SIZE);
            return variable(result);
        }
        TracedWord word = constant(0);
        for (int i = 0; i < Integer.SIZE; i++) {
            word = word.with(i, TracedBit.choose(out, a.bit(i), b.bit(i), c.bit(i)));
        }
        return word;
    }

    /** Values of {@link Word#majority}: for each bit the majority, then {@code b and c}. */
    static TracedWord majority(WitnessWriter out, TracedWord a, TracedWord b, TracedWord c) {
        if ((a.known | b.known | c.known) == 0) {
            int both = b.value & c.value;
            int result = (a.value & (b.value | c.value)) | both;
            for (int i = 0; i < Integer.SIZE; i++) {
                out.value(result >>> i & 1);
                out.value(both >>> i & 1);
            }
            return variable(result);
        }
        TracedWord word = constant(0);
        for (int i = 0; i < Integer.SIZE; i++) {
            word = word.with(i, TracedBit.majority(out, a.bit(i), b.bit(i), c.bit(i)));
        }
        return word;
    }

    /** Values of {@link Word#sum}: the sum's bits with its carries. */
    static TracedWord sum(WitnessWriter out, TracedWord... operands) {
        long sum = 0;
        int known = -1;
        for (TracedWord operand : operands) {
            sum += operand.value & UNSIGNED;
            known &= operand.known;
        }
        if (known == -1) {
            return constant((int) sum);
        }
        out.bits(sum, Word.sumBits(operands.length));
        return variable((int) sum);
    }

    private static void write(WitnessWriter out, int bits, int mask) {
        if (mask == -1) {
            out.bits(bits, Integer.SIZE);
        } else {
            out.maskedBits(bits, mask);
        }
    }

    private int bit(int i) {
        return TracedBit.of(value >>> i & 1, known >>> i & 1, negated >>> i & 1);
    }

    private TracedWord with(int i, int bit) {
        int mask = ~(1 << i);
        return new TracedWord(
                (value & mask) | TracedBit.value(bit) << i,
                (known & mask) | TracedBit.known(bit) << i,
                (negated & mask) | TracedBit.negated(bit) << i);
    }
}
