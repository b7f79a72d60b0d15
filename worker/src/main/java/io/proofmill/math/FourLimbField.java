package io.proofmill.math;

import java.math.BigInteger;

/** A prime field of four limbs: Montgomery's multiplication row by row, the running sum in local variables. */
final class FourLimbField extends PrimeField {
    private final long p0;
    private final long p1;
    private final long p2;
    private final long p3;

    FourLimbField(BigInteger modulus) {
        super(modulus, 4);
        p0 = p[0];
        p1 = p[1];
        p2 = p[2];
        p3 = p[3];
    }

    @Override
    PrimeLanes newLanes() {
        return new NineLimbLanes(this);
    }

    @Override
    public void mul(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        long b0 = b[bo];
        long b1 = b[bo + 1];
        long b2 = b[bo + 2];
        long b3 = b[bo + 3];
        long t0 = 0;
        long t1 = 0;
        long t2 = 0;
        long t3 = 0;
        for (int i = 0; i < 4; i++) {
            long x = a[ao + i];
            long low = x * b0 + t0;
            long carry = Math.unsignedMultiplyHigh(x, b0) + carryOf(low, t0);
            long m = low * negatedInverse;
            long unused = m * p0 + low;
            long reduction = Math.unsignedMultiplyHigh(m, p0) + carryOf(unused, low);
            low = x * b1 + t1;
            long high1 = Math.unsignedMultiplyHigh(x, b1) + carryOf(low, t1);
            low += carry;
            carry = high1 + carryOf(low, carry);
            t0 = m * p1 + low;
            high1 = Math.unsignedMultiplyHigh(m, p1) + carryOf(t0, low);
            t0 += reduction;
            reduction = high1 + carryOf(t0, reduction);
            low = x * b2 + t2;
            long high2 = Math.unsignedMultiplyHigh(x, b2) + carryOf(low, t2);
            low += carry;
            carry = high2 + carryOf(low, carry);
            t1 = m * p2 + low;
            high2 = Math.unsignedMultiplyHigh(m, p2) + carryOf(t1, low);
            t1 += reduction;
            reduction = high2 + carryOf(t1, reduction);
            low = x * b3 + t3;
            long high3 = Math.unsignedMultiplyHigh(x, b3) + carryOf(low, t3);
            low += carry;
            carry = high3 + carryOf(low, carry);
            t2 = m * p3 + low;
            high3 = Math.unsignedMultiplyHigh(m, p3) + carryOf(t2, low);
            t2 += reduction;
            reduction = high3 + carryOf(t2, reduction);
            t3 = carry + reduction;
        }
        out[oo] = t0;
        out[oo + 1] = t1;
        out[oo + 2] = t2;
        out[oo + 3] = t3;
        reduceOnce(out, oo);
    }

    private static long carryOf(long sum, long addend) {
        return Long.compareUnsigned(sum, addend) < 0 ? 1 : 0;
    }
}
