package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.LinearCombination;
import java.util.ArrayList;
import java.util.List;

/**
 * A 32-bit word of a circuit, least significant bit first.
 *
 * <p>Source of the rows: bellperson, {@code uint32.rs}.
 */
record Word(List<Bit> bits) {
    private static final int SIZE = 32;
    private static final long MAX = 0xffff_ffffL;

    static Word constant(int value) {
        List<Bit> bits = new ArrayList<>(SIZE);
        for (int i = 0; i < SIZE; i++) {
            bits.add(Bit.constant((value >>> i & 1) != 0));
        }
        return new Word(bits);
    }

    /** Reads 32 bits, most significant first. */
    static Word ofBigEndian(List<? extends Bit> bits) {
        return new Word(List.copyOf(bits.reversed()));
    }

    /** The bits, most significant first. */
    List<Bit> bigEndian() {
        return bits.reversed();
    }

    Word rotateRight(int by) {
        List<Bit> out = new ArrayList<>(SIZE);
        for (int i = 0; i < SIZE; i++) {
            out.add(bits.get((i + by) % SIZE));
        }
        return new Word(out);
    }

    Word shiftRight(int by) {
        List<Bit> out = new ArrayList<>(SIZE);
        for (int i = 0; i < SIZE; i++) {
            out.add(i + by < SIZE ? bits.get(i + by) : Bit.Constant.FALSE);
        }
        return new Word(out);
    }

    Word xor(ConstraintSystem cs, Word other) {
        List<Bit> out = new ArrayList<>(SIZE);
        for (int i = 0; i < SIZE; i++) {
            out.add(Booleans.xor(cs, bits.get(i), other.bits.get(i)));
        }
        return new Word(out);
    }

    static Word choose(ConstraintSystem cs, Word a, Word b, Word c) {
        List<Bit> out = new ArrayList<>(SIZE);
        for (int i = 0; i < SIZE; i++) {
            out.add(Booleans.choose(cs, a.bits.get(i), b.bits.get(i), c.bits.get(i)));
        }
        return new Word(out);
    }

    static Word majority(ConstraintSystem cs, Word a, Word b, Word c) {
        List<Bit> out = new ArrayList<>(SIZE);
        for (int i = 0; i < SIZE; i++) {
            out.add(Booleans.majority(cs, a.bits.get(i), b.bits.get(i), c.bits.get(i)));
        }
        return new Word(out);
    }

    /** The sum modulo 2^32. The carries are bits too: as many as the largest sum needs; nothing when all operands are constants. */
    static Word sum(ConstraintSystem cs, PackedEqualities equalities, List<Word> operands) {
        if (operands.stream().allMatch(Word::isConstant)) {
            return constant(operands.stream().mapToInt(Word::constantValue).sum());
        }
        LinearCombination sum = LinearCombination.zero();
        operands.forEach(operand -> sum.plus(Packing.combination(operand.bits)));
        List<Bit> result = AllocBits.inPlace(cs, sumBits(operands.size()));
        equalities.equal(result.size(), sum, Packing.combination(result));
        return new Word(List.copyOf(result.subList(0, SIZE)));
    }

    /** Bits of the largest sum of that many words. */
    static int sumBits(int operands) {
        return Long.SIZE - Long.numberOfLeadingZeros(operands * MAX);
    }

    private boolean isConstant() {
        return bits.stream().allMatch(Bit::isConstant);
    }

    private int constantValue() {
        int value = 0;
        for (int i = 0; i < SIZE; i++) {
            value |= bits.get(i).equals(Bit.Constant.TRUE) ? 1 << i : 0;
        }
        return value;
    }
}
