package io.proofmill.math;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Fourteen limbs of 28 bits. The multiplication keeps the running sum and one operand in local variables and loops over the rows: an unrolled body is beyond
 * what C2 compiles well, and so is a call of a method of our own that it may not inline; both fall off the cliff silently.
 */
final class FourteenLimbLanes extends PrimeLanes {
    private static final int LIMBS = 14;
    private static final int BITS = 28;
    private static final long MASK = (1L << BITS) - 1;

    FourteenLimbLanes(SixLimbField field) {
        super(field, LIMBS, BITS);
    }

    /**
     * Row by row. All rows but the last replace the sum's lowest limb m by m * (2^-bits mod p) one limb further up, which keeps the product that finds
     * Montgomery's factor out of the chain of dependent instructions; the last one is an ordinary Montgomery row. Accepts operands below 10p.
     */
    @Override
    public void mul(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        LongVector b0 = LongVector.fromArray(SPECIES, b, bo).and(LOW_32);
        LongVector b1 = LongVector.fromArray(SPECIES, b, bo + WIDTH).and(LOW_32);
        LongVector b2 = LongVector.fromArray(SPECIES, b, bo + 2 * WIDTH).and(LOW_32);
        LongVector b3 = LongVector.fromArray(SPECIES, b, bo + 3 * WIDTH).and(LOW_32);
        LongVector b4 = LongVector.fromArray(SPECIES, b, bo + 4 * WIDTH).and(LOW_32);
        LongVector b5 = LongVector.fromArray(SPECIES, b, bo + 5 * WIDTH).and(LOW_32);
        LongVector b6 = LongVector.fromArray(SPECIES, b, bo + 6 * WIDTH).and(LOW_32);
        LongVector b7 = LongVector.fromArray(SPECIES, b, bo + 7 * WIDTH).and(LOW_32);
        LongVector b8 = LongVector.fromArray(SPECIES, b, bo + 8 * WIDTH).and(LOW_32);
        LongVector b9 = LongVector.fromArray(SPECIES, b, bo + 9 * WIDTH).and(LOW_32);
        LongVector b10 = LongVector.fromArray(SPECIES, b, bo + 10 * WIDTH).and(LOW_32);
        LongVector b11 = LongVector.fromArray(SPECIES, b, bo + 11 * WIDTH).and(LOW_32);
        LongVector b12 = LongVector.fromArray(SPECIES, b, bo + 12 * WIDTH).and(LOW_32);
        LongVector b13 = LongVector.fromArray(SPECIES, b, bo + 13 * WIDTH).and(LOW_32);
        LongVector c0 = LongVector.broadcast(SPECIES, inverseOfRadix[0]).and(LOW_32);
        LongVector c1 = LongVector.broadcast(SPECIES, inverseOfRadix[1]).and(LOW_32);
        LongVector c2 = LongVector.broadcast(SPECIES, inverseOfRadix[2]).and(LOW_32);
        LongVector c3 = LongVector.broadcast(SPECIES, inverseOfRadix[3]).and(LOW_32);
        LongVector c4 = LongVector.broadcast(SPECIES, inverseOfRadix[4]).and(LOW_32);
        LongVector c5 = LongVector.broadcast(SPECIES, inverseOfRadix[5]).and(LOW_32);
        LongVector c6 = LongVector.broadcast(SPECIES, inverseOfRadix[6]).and(LOW_32);
        LongVector c7 = LongVector.broadcast(SPECIES, inverseOfRadix[7]).and(LOW_32);
        LongVector c8 = LongVector.broadcast(SPECIES, inverseOfRadix[8]).and(LOW_32);
        LongVector c9 = LongVector.broadcast(SPECIES, inverseOfRadix[9]).and(LOW_32);
        LongVector c10 = LongVector.broadcast(SPECIES, inverseOfRadix[10]).and(LOW_32);
        LongVector c11 = LongVector.broadcast(SPECIES, inverseOfRadix[11]).and(LOW_32);
        LongVector c12 = LongVector.broadcast(SPECIES, inverseOfRadix[12]).and(LOW_32);
        LongVector c13 = LongVector.broadcast(SPECIES, inverseOfRadix[13]).and(LOW_32);
        LongVector t0 = LongVector.zero(SPECIES);
        LongVector t1 = LongVector.zero(SPECIES);
        LongVector t2 = LongVector.zero(SPECIES);
        LongVector t3 = LongVector.zero(SPECIES);
        LongVector t4 = LongVector.zero(SPECIES);
        LongVector t5 = LongVector.zero(SPECIES);
        LongVector t6 = LongVector.zero(SPECIES);
        LongVector t7 = LongVector.zero(SPECIES);
        LongVector t8 = LongVector.zero(SPECIES);
        LongVector t9 = LongVector.zero(SPECIES);
        LongVector t10 = LongVector.zero(SPECIES);
        LongVector t11 = LongVector.zero(SPECIES);
        LongVector t12 = LongVector.zero(SPECIES);
        LongVector t13 = LongVector.zero(SPECIES);
        for (int i = 0; i < LIMBS - 1; i++) {
            LongVector x = LongVector.fromArray(SPECIES, a, ao + i * WIDTH).and(LOW_32);
            t0 = t0.add(x.mul(b0));
            LongVector m = t0.and(MASK);
            LongVector carry = t0.lanewise(VectorOperators.LSHR, BITS);
            t0 = t1.add(x.mul(b1)).add(carry).add(m.mul(c0));
            t1 = t2.add(x.mul(b2)).add(m.mul(c1));
            t2 = t3.add(x.mul(b3)).add(m.mul(c2));
            t3 = t4.add(x.mul(b4)).add(m.mul(c3));
            t4 = t5.add(x.mul(b5)).add(m.mul(c4));
            t5 = t6.add(x.mul(b6)).add(m.mul(c5));
            t6 = t7.add(x.mul(b7)).add(m.mul(c6));
            t7 = t8.add(x.mul(b8)).add(m.mul(c7));
            t8 = t9.add(x.mul(b9)).add(m.mul(c8));
            t9 = t10.add(x.mul(b10)).add(m.mul(c9));
            t10 = t11.add(x.mul(b11)).add(m.mul(c10));
            t11 = t12.add(x.mul(b12)).add(m.mul(c11));
            t12 = t13.add(x.mul(b13)).add(m.mul(c12));
            t13 = m.mul(c13);
        }
        LongVector x =
                LongVector.fromArray(SPECIES, a, ao + (LIMBS - 1) * WIDTH).and(LOW_32);
        t0 = t0.add(x.mul(b0));
        LongVector m = t0.and(MASK)
                .mul(LongVector.broadcast(SPECIES, negatedInverse).and(LOW_32))
                .and(MASK);
        t0 = t0.add(m.mul(LongVector.broadcast(SPECIES, p[0]).and(LOW_32)));
        t1 = t1.add(t0.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b1))
                .add(m.mul(LongVector.broadcast(SPECIES, p[1]).and(LOW_32)));
        t2 = t2.add(t1.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b2))
                .add(m.mul(LongVector.broadcast(SPECIES, p[2]).and(LOW_32)));
        t3 = t3.add(t2.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b3))
                .add(m.mul(LongVector.broadcast(SPECIES, p[3]).and(LOW_32)));
        t4 = t4.add(t3.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b4))
                .add(m.mul(LongVector.broadcast(SPECIES, p[4]).and(LOW_32)));
        t5 = t5.add(t4.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b5))
                .add(m.mul(LongVector.broadcast(SPECIES, p[5]).and(LOW_32)));
        t6 = t6.add(t5.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b6))
                .add(m.mul(LongVector.broadcast(SPECIES, p[6]).and(LOW_32)));
        t7 = t7.add(t6.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b7))
                .add(m.mul(LongVector.broadcast(SPECIES, p[7]).and(LOW_32)));
        t8 = t8.add(t7.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b8))
                .add(m.mul(LongVector.broadcast(SPECIES, p[8]).and(LOW_32)));
        t9 = t9.add(t8.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b9))
                .add(m.mul(LongVector.broadcast(SPECIES, p[9]).and(LOW_32)));
        t10 = t10.add(t9.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b10))
                .add(m.mul(LongVector.broadcast(SPECIES, p[10]).and(LOW_32)));
        t11 = t11.add(t10.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b11))
                .add(m.mul(LongVector.broadcast(SPECIES, p[11]).and(LOW_32)));
        t12 = t12.add(t11.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b12))
                .add(m.mul(LongVector.broadcast(SPECIES, p[12]).and(LOW_32)));
        t13 = t13.add(t12.lanewise(VectorOperators.LSHR, BITS))
                .add(x.mul(b13))
                .add(m.mul(LongVector.broadcast(SPECIES, p[13]).and(LOW_32)));
        t1.and(MASK).intoArray(out, oo);
        t2.and(MASK).intoArray(out, oo + WIDTH);
        t3.and(MASK).intoArray(out, oo + 2 * WIDTH);
        t4.and(MASK).intoArray(out, oo + 3 * WIDTH);
        t5.and(MASK).intoArray(out, oo + 4 * WIDTH);
        t6.and(MASK).intoArray(out, oo + 5 * WIDTH);
        t7.and(MASK).intoArray(out, oo + 6 * WIDTH);
        t8.and(MASK).intoArray(out, oo + 7 * WIDTH);
        t9.and(MASK).intoArray(out, oo + 8 * WIDTH);
        t10.and(MASK).intoArray(out, oo + 9 * WIDTH);
        t11.and(MASK).intoArray(out, oo + 10 * WIDTH);
        t12.and(MASK).intoArray(out, oo + 11 * WIDTH);
        t13.and(MASK).intoArray(out, oo + 12 * WIDTH);
        t13.lanewise(VectorOperators.LSHR, BITS).intoArray(out, oo + 13 * WIDTH);
    }
}
