package io.proofmill.math;

import java.math.BigInteger;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A prime field in lanes, with limbs short enough that a product row fits a long: 9 limbs of 29 bits or 14 of 28. Immutable and thread-safe.
 *
 * <p>Subtractions add a multiple of 2^bits to every limb and take it back from the next one, so that carries are never negative: AVX2 has no arithmetic shift
 * of 64-bit lanes.
 */
abstract sealed class PrimeLanes implements LaneField permits NineLimbLanes, FourteenLimbLanes {
    static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;

    /** Lanes of the machine's preferred vector. */
    static final int WIDTH = SPECIES.length();

    /** C2 multiplies 32 by 32 bits only where it sees both operands masked. */
    static final long LOW_32 = 0xFFFF_FFFFL;

    /** The quotient of {@link #reduce} stays below 2^12. */
    private static final int QUOTIENT_BITS = 12;

    private final PrimeField field;
    private final int limbs;
    private final int bits;
    private final int words;
    private final long mask;
    private final long[] fourP;
    private final long[] borrow;
    private final long[] wideBorrow;
    private final long reciprocal;
    private final int reciprocalShift;

    /** The limbs of p. */
    final long[] p;

    /** The limbs of 2^-bits mod p. */
    final long[] inverseOfRadix;

    /** -p^-1 mod 2^bits. */
    final long negatedInverse;

    PrimeLanes(PrimeField field, int limbs, int bits) {
        this.field = field;
        this.limbs = limbs;
        this.bits = bits;
        this.words = field.limbs();
        this.mask = (1L << bits) - 1;
        BigInteger modulus = field.modulus();
        BigInteger radix = BigInteger.ONE.shiftLeft(bits);
        this.p = limbsOf(modulus);
        this.inverseOfRadix = limbsOf(radix.modInverse(modulus));
        this.negatedInverse = modulus.negate().modInverse(radix).longValue();
        this.borrow = borrows(1L);
        this.wideBorrow = borrows(1L << QUOTIENT_BITS);
        this.fourP = limbsOf(modulus.shiftLeft(2));
        for (int i = 0; i < limbs; i++) {
            fourP[i] += borrow[i];
        }
        int lower = bits * (limbs - 1);
        this.reciprocalShift = 31 + modulus.bitLength() - 1 - lower;
        this.reciprocal = BigInteger.ONE
                .shiftLeft(reciprocalShift + lower)
                .divide(modulus)
                .longValue();
    }

    static PrimeLanes of(PrimeField field) {
        return switch (field) {
            case FourLimbField four -> new NineLimbLanes(four);
            case SixLimbField six -> new FourteenLimbLanes(six);
        };
    }

    PrimeField field() {
        return field;
    }

    /** log2 of R' / R. */
    int extraBits() {
        return limbs * bits - 64 * words;
    }

    @Override
    public final int blockWords() {
        return limbs * WIDTH;
    }

    @Override
    public final int packedWords() {
        return words * WIDTH;
    }

    @Override
    public final void add(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        LongVector carry = LongVector.zero(SPECIES);
        int last = (limbs - 1) * WIDTH;
        for (int i = 0; i < last; i += WIDTH) {
            LongVector sum = LongVector.fromArray(SPECIES, a, ao + i)
                    .add(LongVector.fromArray(SPECIES, b, bo + i))
                    .add(carry);
            sum.and(mask).intoArray(out, oo + i);
            carry = sum.lanewise(VectorOperators.LSHR, bits);
        }
        LongVector.fromArray(SPECIES, a, ao + last)
                .add(LongVector.fromArray(SPECIES, b, bo + last))
                .add(carry)
                .intoArray(out, oo + last);
    }

    @Override
    public final void sub(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        LongVector carry = LongVector.zero(SPECIES);
        int last = limbs - 1;
        for (int i = 0; i < last; i++) {
            LongVector difference = LongVector.fromArray(SPECIES, a, ao + i * WIDTH)
                    .sub(LongVector.fromArray(SPECIES, b, bo + i * WIDTH))
                    .add(carry)
                    .add(fourP[i]);
            difference.and(mask).intoArray(out, oo + i * WIDTH);
            carry = difference.lanewise(VectorOperators.LSHR, bits);
        }
        LongVector.fromArray(SPECIES, a, ao + last * WIDTH)
                .sub(LongVector.fromArray(SPECIES, b, bo + last * WIDTH))
                .add(carry)
                .add(fourP[last])
                .intoArray(out, oo + last * WIDTH);
    }

    /** Barrett: the quotient is taken from the highest limb alone. */
    @Override
    public final void reduce(long[] a, int ao, long[] out, int oo) {
        int last = limbs - 1;
        LongVector quotient = LongVector.fromArray(SPECIES, a, ao + last * WIDTH)
                .and(LOW_32)
                .mul(LongVector.broadcast(SPECIES, reciprocal).and(LOW_32))
                .lanewise(VectorOperators.LSHR, reciprocalShift)
                .and(LOW_32);
        LongVector carry = LongVector.zero(SPECIES);
        for (int i = 0; i < last; i++) {
            LongVector difference = LongVector.fromArray(SPECIES, a, ao + i * WIDTH)
                    .sub(quotient.mul(LongVector.broadcast(SPECIES, p[i]).and(LOW_32)))
                    .add(carry)
                    .add(wideBorrow[i]);
            difference.and(mask).intoArray(out, oo + i * WIDTH);
            carry = difference.lanewise(VectorOperators.LSHR, bits);
        }
        LongVector.fromArray(SPECIES, a, ao + last * WIDTH)
                .sub(quotient.mul(LongVector.broadcast(SPECIES, p[last]).and(LOW_32)))
                .add(carry)
                .add(wideBorrow[last])
                .intoArray(out, oo + last * WIDTH);
    }

    @Override
    public final void unpack(long[] packed, int po, long[] out, int oo) {
        for (int i = 0; i < limbs; i++) {
            int bit = i * bits;
            int word = bit >>> 6;
            int shift = bit & 63;
            LongVector limb =
                    LongVector.fromArray(SPECIES, packed, po + word * WIDTH).lanewise(VectorOperators.LSHR, shift);
            if (shift + bits > 64 && word + 1 < words) {
                LongVector next = LongVector.fromArray(SPECIES, packed, po + (word + 1) * WIDTH);
                limb = limb.or(next.lanewise(VectorOperators.LSHL, 64 - shift));
            }
            limb.and(mask).intoArray(out, oo + i * WIDTH);
        }
    }

    @Override
    public final void pack(long[] a, int ao, long[] packed, int po) {
        VectorMask<Long> below = isBelowP(a, ao);
        LongVector carry = LongVector.zero(SPECIES);
        LongVector word = LongVector.zero(SPECIES);
        int filled = 0;
        int next = po;
        for (int i = 0; i < limbs; i++) {
            LongVector minusP = LongVector.broadcast(SPECIES, borrow[i] - p[i]).blend(0, below);
            LongVector value =
                    LongVector.fromArray(SPECIES, a, ao + i * WIDTH).add(minusP).add(carry);
            carry = value.lanewise(VectorOperators.LSHR, bits);
            LongVector limb = value.and(mask);
            word = word.or(limb.lanewise(VectorOperators.LSHL, filled));
            filled += bits;
            if (filled >= 64) {
                word.intoArray(packed, next);
                next += WIDTH;
                filled -= 64;
                word = limb.lanewise(VectorOperators.LSHR, bits - filled);
            }
        }
        if (next < po + packedWords()) {
            word.intoArray(packed, next);
        }
    }

    private VectorMask<Long> isBelowP(long[] a, int ao) {
        LongVector carry = LongVector.zero(SPECIES);
        for (int i = 0; i < limbs - 1; i++) {
            carry = LongVector.fromArray(SPECIES, a, ao + i * WIDTH)
                    .add(carry)
                    .add(borrow[i] - p[i])
                    .lanewise(VectorOperators.LSHR, bits);
        }
        return LongVector.fromArray(SPECIES, a, ao + (limbs - 1) * WIDTH)
                .add(carry)
                .add(borrow[limbs - 1] - p[limbs - 1])
                .lt(0);
    }

    @Override
    public final void select(long[] a, int ao, long[] b, int bo, long[] flags, int fo, long[] out, int oo) {
        VectorMask<Long> chosen = LongVector.fromArray(SPECIES, flags, fo).compare(VectorOperators.NE, 0);
        for (int i = 0; i < limbs * WIDTH; i += WIDTH) {
            LongVector.fromArray(SPECIES, a, ao + i)
                    .blend(LongVector.fromArray(SPECIES, b, bo + i), chosen)
                    .intoArray(out, oo + i);
        }
    }

    /** The canonical integer that takes an element at rest (R) to lane form (R') when {@link #mul} multiplies by it: R'^2 / R. */
    final BigInteger toLaneForm() {
        return BigInteger.ONE.shiftLeft(limbs * bits + extraBits()).mod(field.modulus());
    }

    /** The canonical integer that takes an element in lane form to its form at rest when {@link #mul} multiplies by it: R. */
    final BigInteger toRestForm() {
        return BigInteger.ONE.shiftLeft(64 * words).mod(field.modulus());
    }

    /** Replaces u and v of one array by u + v and u - v + 4p, for v below 4p. */
    final void sumAndDifference(long[] t, int u, int v) {
        LongVector sumCarry = LongVector.zero(SPECIES);
        LongVector differenceCarry = LongVector.zero(SPECIES);
        int last = limbs - 1;
        for (int i = 0; i < last; i++) {
            LongVector x = LongVector.fromArray(SPECIES, t, u + i * WIDTH);
            LongVector y = LongVector.fromArray(SPECIES, t, v + i * WIDTH);
            LongVector sum = x.add(y).add(sumCarry);
            LongVector difference = x.sub(y).add(fourP[i]).add(differenceCarry);
            sum.and(mask).intoArray(t, u + i * WIDTH);
            difference.and(mask).intoArray(t, v + i * WIDTH);
            sumCarry = sum.lanewise(VectorOperators.LSHR, bits);
            differenceCarry = difference.lanewise(VectorOperators.LSHR, bits);
        }
        LongVector x = LongVector.fromArray(SPECIES, t, u + last * WIDTH);
        LongVector y = LongVector.fromArray(SPECIES, t, v + last * WIDTH);
        x.add(y).add(sumCarry).intoArray(t, u + last * WIDTH);
        x.sub(y).add(fourP[last]).add(differenceCarry).intoArray(t, v + last * WIDTH);
    }

    /** Fills every lane with the element of these packed words. */
    final void broadcast(long[] packed, int po, long[] out, int oo) {
        for (int i = 0; i < limbs; i++) {
            int bit = i * bits;
            int word = bit >>> 6;
            int shift = bit & 63;
            long limb = packed[po + word] >>> shift;
            if (shift + bits > 64 && word + 1 < words) {
                limb |= packed[po + word + 1] << (64 - shift);
            }
            LongVector.broadcast(SPECIES, limb & mask).intoArray(out, oo + i * WIDTH);
        }
    }

    /** Fills every lane with a canonical integer. */
    final void fill(BigInteger value, long[] out, int oo) {
        long[] limbsOfValue = limbsOf(value);
        for (int i = 0; i < limbs; i++) {
            LongVector.broadcast(SPECIES, limbsOfValue[i]).intoArray(out, oo + i * WIDTH);
        }
    }

    private long[] limbsOf(BigInteger value) {
        long[] out = new long[limbs];
        for (int i = 0; i < limbs; i++) {
            out[i] = value.shiftRight(bits * i).longValue() & mask;
        }
        return out;
    }

    /** Zero, written so that limb i lends {@code times} * 2^bits to itself from limb i + 1. */
    private long[] borrows(long times) {
        long[] out = new long[limbs];
        for (int i = 0; i < limbs - 1; i++) {
            out[i] += times << bits;
            out[i + 1] -= times;
        }
        return out;
    }
}
