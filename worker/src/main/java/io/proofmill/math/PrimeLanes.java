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
 *
 * <p>The longer methods here pass 325 bytecodes on purpose: C2 inlines shorter ones where they are called often, runs out of nodes in a caller that calls
 * many of them, and then boxes every vector, ten times slower. LaneBytecodeTest holds their lengths.
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
        LongVector sum = LongVector.zero(SPECIES);
        sum = sum.lanewise(VectorOperators.LSHR, bits)
                .add(LongVector.fromArray(SPECIES, a, ao))
                .add(LongVector.fromArray(SPECIES, b, bo));
        sum.and(mask).intoArray(out, oo);
        int i = 1;
        for (; i + 3 < limbs; i += 4) {
            int at = i * WIDTH;
            sum = sum.lanewise(VectorOperators.LSHR, bits)
                    .add(LongVector.fromArray(SPECIES, a, ao + at))
                    .add(LongVector.fromArray(SPECIES, b, bo + at));
            sum.and(mask).intoArray(out, oo + at);
            sum = sum.lanewise(VectorOperators.LSHR, bits)
                    .add(LongVector.fromArray(SPECIES, a, ao + at + WIDTH))
                    .add(LongVector.fromArray(SPECIES, b, bo + at + WIDTH));
            sum.and(mask).intoArray(out, oo + at + WIDTH);
            sum = sum.lanewise(VectorOperators.LSHR, bits)
                    .add(LongVector.fromArray(SPECIES, a, ao + at + 2 * WIDTH))
                    .add(LongVector.fromArray(SPECIES, b, bo + at + 2 * WIDTH));
            sum.and(mask).intoArray(out, oo + at + 2 * WIDTH);
            sum = sum.lanewise(VectorOperators.LSHR, bits)
                    .add(LongVector.fromArray(SPECIES, a, ao + at + 3 * WIDTH))
                    .add(LongVector.fromArray(SPECIES, b, bo + at + 3 * WIDTH));
            sum.and(mask).intoArray(out, oo + at + 3 * WIDTH);
        }
        if (i < limbs) {
            int at = i * WIDTH;
            sum = sum.lanewise(VectorOperators.LSHR, bits)
                    .add(LongVector.fromArray(SPECIES, a, ao + at))
                    .add(LongVector.fromArray(SPECIES, b, bo + at));
            sum.and(mask).intoArray(out, oo + at);
        }
    }

    @Override
    public final void sub(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        LongVector difference = LongVector.zero(SPECIES);
        difference = difference
                .lanewise(VectorOperators.LSHR, bits)
                .add(fourP[0])
                .add(LongVector.fromArray(SPECIES, a, ao))
                .sub(LongVector.fromArray(SPECIES, b, bo));
        difference.and(mask).intoArray(out, oo);
        int i = 1;
        for (; i + 3 < limbs; i += 4) {
            int at = i * WIDTH;
            difference = difference
                    .lanewise(VectorOperators.LSHR, bits)
                    .add(fourP[i])
                    .add(LongVector.fromArray(SPECIES, a, ao + at))
                    .sub(LongVector.fromArray(SPECIES, b, bo + at));
            difference.and(mask).intoArray(out, oo + at);
            difference = difference
                    .lanewise(VectorOperators.LSHR, bits)
                    .add(fourP[i + 1])
                    .add(LongVector.fromArray(SPECIES, a, ao + at + WIDTH))
                    .sub(LongVector.fromArray(SPECIES, b, bo + at + WIDTH));
            difference.and(mask).intoArray(out, oo + at + WIDTH);
            difference = difference
                    .lanewise(VectorOperators.LSHR, bits)
                    .add(fourP[i + 2])
                    .add(LongVector.fromArray(SPECIES, a, ao + at + 2 * WIDTH))
                    .sub(LongVector.fromArray(SPECIES, b, bo + at + 2 * WIDTH));
            difference.and(mask).intoArray(out, oo + at + 2 * WIDTH);
            difference = difference
                    .lanewise(VectorOperators.LSHR, bits)
                    .add(fourP[i + 3])
                    .add(LongVector.fromArray(SPECIES, a, ao + at + 3 * WIDTH))
                    .sub(LongVector.fromArray(SPECIES, b, bo + at + 3 * WIDTH));
            difference.and(mask).intoArray(out, oo + at + 3 * WIDTH);
        }
        if (i < limbs) {
            int at = i * WIDTH;
            difference = difference
                    .lanewise(VectorOperators.LSHR, bits)
                    .add(fourP[i])
                    .add(LongVector.fromArray(SPECIES, a, ao + at))
                    .sub(LongVector.fromArray(SPECIES, b, bo + at));
            difference.and(mask).intoArray(out, oo + at);
        }
    }

    /** Barrett: the quotient is taken from the highest limb alone. */
    @Override
    public final void reduce(long[] a, int ao, long[] out, int oo) {
        LongVector quotient = LongVector.fromArray(SPECIES, a, ao + (limbs - 1) * WIDTH)
                .and(LOW_32)
                .mul(LongVector.broadcast(SPECIES, reciprocal).and(LOW_32))
                .lanewise(VectorOperators.LSHR, reciprocalShift)
                .and(LOW_32);
        LongVector rest = LongVector.zero(SPECIES);
        rest = rest.lanewise(VectorOperators.LSHR, bits)
                .add(wideBorrow[0])
                .add(LongVector.fromArray(SPECIES, a, ao))
                .sub(quotient.mul(LongVector.broadcast(SPECIES, p[0]).and(LOW_32)));
        rest.and(mask).intoArray(out, oo);
        int i = 1;
        for (; i + 1 < limbs; i += 2) {
            int at = i * WIDTH;
            rest = rest.lanewise(VectorOperators.LSHR, bits)
                    .add(wideBorrow[i])
                    .add(LongVector.fromArray(SPECIES, a, ao + at))
                    .sub(quotient.mul(LongVector.broadcast(SPECIES, p[i]).and(LOW_32)));
            rest.and(mask).intoArray(out, oo + at);
            rest = rest.lanewise(VectorOperators.LSHR, bits)
                    .add(wideBorrow[i + 1])
                    .add(LongVector.fromArray(SPECIES, a, ao + at + WIDTH))
                    .sub(quotient.mul(LongVector.broadcast(SPECIES, p[i + 1]).and(LOW_32)));
            rest.and(mask).intoArray(out, oo + at + WIDTH);
        }
        if (i < limbs) {
            int at = i * WIDTH;
            rest = rest.lanewise(VectorOperators.LSHR, bits)
                    .add(wideBorrow[i])
                    .add(LongVector.fromArray(SPECIES, a, ao + at))
                    .sub(quotient.mul(LongVector.broadcast(SPECIES, p[i]).and(LOW_32)));
            rest.and(mask).intoArray(out, oo + at);
        }
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
        LongVector minusP = LongVector.fromArray(SPECIES, a, ao).add(borrow[0] - p[0]);
        LongVector carry = minusP.lanewise(VectorOperators.LSHR, bits);
        for (int i = 1; i < limbs; i++) {
            minusP = LongVector.fromArray(SPECIES, a, ao + i * WIDTH).add(carry).add(borrow[i] - p[i]);
            carry = minusP.lanewise(VectorOperators.LSHR, bits);
        }
        VectorMask<Long> below = minusP.lt(0);
        carry = LongVector.zero(SPECIES);
        LongVector word = LongVector.zero(SPECIES);
        int filled = 0;
        int next = po;
        for (int i = 0; i < limbs; i++) {
            LongVector subtrahend =
                    LongVector.broadcast(SPECIES, borrow[i] - p[i]).blend(0, below);
            LongVector value = LongVector.fromArray(SPECIES, a, ao + i * WIDTH)
                    .add(subtrahend)
                    .add(carry);
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
        LongVector sum = LongVector.zero(SPECIES);
        LongVector difference = LongVector.zero(SPECIES);
        LongVector x = LongVector.fromArray(SPECIES, t, u);
        LongVector y = LongVector.fromArray(SPECIES, t, v);
        sum = sum.lanewise(VectorOperators.LSHR, bits).add(x).add(y);
        difference = difference
                .lanewise(VectorOperators.LSHR, bits)
                .add(fourP[0])
                .add(x)
                .sub(y);
        sum.and(mask).intoArray(t, u);
        difference.and(mask).intoArray(t, v);
        int i = 1;
        for (; i + 1 < limbs; i += 2) {
            int at = i * WIDTH;
            x = LongVector.fromArray(SPECIES, t, u + at);
            y = LongVector.fromArray(SPECIES, t, v + at);
            sum = sum.lanewise(VectorOperators.LSHR, bits).add(x).add(y);
            difference = difference
                    .lanewise(VectorOperators.LSHR, bits)
                    .add(fourP[i])
                    .add(x)
                    .sub(y);
            sum.and(mask).intoArray(t, u + at);
            difference.and(mask).intoArray(t, v + at);
            x = LongVector.fromArray(SPECIES, t, u + at + WIDTH);
            y = LongVector.fromArray(SPECIES, t, v + at + WIDTH);
            sum = sum.lanewise(VectorOperators.LSHR, bits).add(x).add(y);
            difference = difference
                    .lanewise(VectorOperators.LSHR, bits)
                    .add(fourP[i + 1])
                    .add(x)
                    .sub(y);
            sum.and(mask).intoArray(t, u + at + WIDTH);
            difference.and(mask).intoArray(t, v + at + WIDTH);
        }
        if (i < limbs) {
            int at = i * WIDTH;
            x = LongVector.fromArray(SPECIES, t, u + at);
            y = LongVector.fromArray(SPECIES, t, v + at);
            sum = sum.lanewise(VectorOperators.LSHR, bits).add(x).add(y);
            difference = difference
                    .lanewise(VectorOperators.LSHR, bits)
                    .add(fourP[i])
                    .add(x)
                    .sub(y);
            sum.and(mask).intoArray(t, u + at);
            difference.and(mask).intoArray(t, v + at);
        }
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
