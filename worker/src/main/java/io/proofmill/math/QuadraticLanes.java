package io.proofmill.math;

/** Fp2 = Fp[u] / (u^2 + 1) in lanes: the block of c0, then the block of c1. Not thread-safe: it holds its own scratch. */
final class QuadraticLanes implements LaneField {
    private final PrimeLanes base;
    private final int n;
    private final int packed;
    private final long[] t;

    QuadraticLanes(PrimeLanes base) {
        this.base = base;
        this.n = base.blockWords();
        this.packed = base.packedWords();
        this.t = new long[4 * n];
    }

    @Override
    public int blockWords() {
        return 2 * n;
    }

    @Override
    public int packedWords() {
        return 2 * packed;
    }

    @Override
    public void add(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        base.add(a, ao, b, bo, out, oo);
        base.add(a, ao + n, b, bo + n, out, oo + n);
    }

    @Override
    public void sub(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        base.sub(a, ao, b, bo, out, oo);
        base.sub(a, ao + n, b, bo + n, out, oo + n);
    }

    /** Karatsuba: three products. The sums stay below 10p, which the base multiplication takes. */
    @Override
    public void mul(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        int product0 = 0;
        int product1 = n;
        int sumA = 2 * n;
        int sumB = 3 * n;
        base.add(a, ao, a, ao + n, t, sumA);
        base.add(b, bo, b, bo + n, t, sumB);
        base.mul(a, ao, b, bo, t, product0);
        base.mul(a, ao + n, b, bo + n, t, product1);
        base.mul(t, sumA, t, sumB, t, sumA);
        base.sub(t, sumA, t, product0, t, sumA);
        base.sub(t, sumA, t, product1, t, sumA);
        base.reduce(t, sumA, out, oo + n);
        base.sub(t, product0, t, product1, t, product0);
        base.reduce(t, product0, out, oo);
    }

    @Override
    public void reduce(long[] a, int ao, long[] out, int oo) {
        base.reduce(a, ao, out, oo);
        base.reduce(a, ao + n, out, oo + n);
    }

    @Override
    public void unpack(long[] words, int wo, long[] out, int oo) {
        base.unpack(words, wo, out, oo);
        base.unpack(words, wo + packed, out, oo + n);
    }

    @Override
    public void pack(long[] a, int ao, long[] words, int wo) {
        base.pack(a, ao, words, wo);
        base.pack(a, ao + n, words, wo + packed);
    }

    @Override
    public void select(long[] a, int ao, long[] b, int bo, long[] flags, int fo, long[] out, int oo) {
        base.select(a, ao, b, bo, flags, fo, out, oo);
        base.select(a, ao + n, b, bo + n, flags, fo, out, oo + n);
    }
}
