package io.proofmill.math;

import java.util.Arrays;

/**
 * Adds pairs of affine points in lanes: about six multiplications an addition, one inversion for a whole batch (Montgomery's trick, a chain of products in
 * each lane).
 *
 * <p>Points are windows of x then y, canonical words in lane form, infinity all zero. A point is named by a reference, index * 2 + 1 for its negative. Pairs
 * with infinity, equal and opposite points are handled; structured inputs meet them at once. Not thread-safe.
 */
final class LaneAdditions {
    private static final int BLOCKS = 128;
    private static final int WIDTH = PrimeLanes.WIDTH;
    private static final int PAIRS = BLOCKS * WIDTH;
    /** Words of a cache line. */
    private static final int LINE = 8;

    private final PrimeField base;
    private final LaneForm form;
    private final LaneField lanes;
    private final int n;
    private final int block;
    private final int packed;

    private final long[] x1;
    private final long[] y1;
    private final long[] x2;
    private final long[] y2;
    private final long[] deltas;
    private final long[] products;
    private final long[] doublings = new long[PAIRS];
    private final int[] targets = new int[PAIRS];
    private final long[] negated;
    private final long[] t;
    private boolean anyDoubling;
    private int pairs;
    /** Keeps the loads of {@link #touch} from being left out as dead code. */
    @SuppressWarnings("UnusedVariable") // written only, on purpose
    private long touched;

    private long[] source;
    private long[] target;

    LaneAdditions(Field field) {
        this.base = field.base();
        this.form = new LaneForm(field);
        this.lanes = LaneField.of(field);
        this.n = field.words();
        this.block = lanes.blockWords();
        this.packed = lanes.packedWords();
        this.x1 = new long[BLOCKS * packed];
        this.y1 = new long[BLOCKS * packed];
        this.x2 = new long[BLOCKS * packed];
        this.y2 = new long[BLOCKS * packed];
        this.deltas = new long[BLOCKS * block];
        this.products = new long[BLOCKS * block];
        this.negated = new long[n];
        this.t = new long[8 * block];
    }

    /** Says where the points come from and where the sums go; every addition before is complete ({@link #flush()}). */
    void between(long[] source, long[] target) {
        this.source = source;
        this.target = target;
    }

    /**
     * Brings the source's points into the cache. Points of a bucket lie anywhere in memory: met one by one in {@link #add}, each is waited for; here the loads depend on nothing and a core
     * has a dozen of them under way.
     */
    void touch(int[] references, int from, int to) {
        long any = 0;
        for (int i = from; i < to; i++) {
            int at = (references[i] >>> 1) * 2 * n;
            for (int word = 0; word < 2 * n; word += LINE) {
                any |= source[at + word];
            }
            any |= source[at + 2 * n - 1];
        }
        touched = any;
    }

    /** Puts left + right at point index {@code at} of the target, now or at the next flush. */
    void add(int left, int right, int at) {
        int l = (left >>> 1) * 2 * n;
        int r = (right >>> 1) * 2 * n;
        if (isInfinity(l)) {
            copy(right, at);
            return;
        }
        if (isInfinity(r)) {
            copy(left, at);
            return;
        }
        boolean sameX = areEqual(source, l, source, r);
        if (sameX && !isDoubling(l, r, ((left ^ right) & 1) != 0)) {
            Arrays.fill(target, at * 2 * n, (at + 1) * 2 * n, 0);
            return;
        }
        stage(left, x1, y1);
        stage(right, x2, y2);
        doublings[pairs] = sameX ? 1 : 0;
        anyDoubling |= sameX;
        targets[pairs++] = at;
        if (pairs == PAIRS) {
            flush();
        }
    }

    /** Puts the point itself at point index {@code at} of the target. */
    void copy(int reference, int at) {
        int from = (reference >>> 1) * 2 * n;
        int to = at * 2 * n;
        System.arraycopy(source, from, target, to, 2 * n);
        if ((reference & 1) != 0) {
            negate(source, from + n, target, to + n);
        }
    }

    /** Completes the additions that wait. */
    void flush() {
        if (pairs == 0) {
            return;
        }
        int blocks = (pairs + WIDTH - 1) / WIDTH;
        pad(blocks * WIDTH);
        multiplyDeltas(blocks);
        long[] inverse = Arrays.copyOfRange(products, (blocks - 1) * block, blocks * block);
        invert(inverse);
        for (int b = blocks - 1; b >= 0; b--) {
            addBlock(b, inverse);
        }
        for (int i = 0; i < pairs; i++) {
            unstage(i);
        }
        pairs = 0;
        anyDoubling = false;
    }

    private boolean isInfinity(int at) {
        return isZero(source, at, 2 * n);
    }

    /** With equal x: whether y is equal too, and not zero, once one of them is negated or not. */
    private boolean isDoubling(int l, int r, boolean oppositeSigns) {
        if (oppositeSigns) {
            negate(source, r + n, negated, 0);
            return areEqual(source, l + n, negated, 0) && !isZero(negated, 0, n);
        }
        return areEqual(source, l + n, source, r + n) && !isZero(source, l + n, n);
    }

    /** Words are compared and negated here and not by the field, so that C2's code for one group serves the other group too. */
    private static boolean isZero(long[] a, int at, int words) {
        long any = 0;
        for (int i = 0; i < words; i++) {
            any |= a[at + i];
        }
        return any == 0;
    }

    private boolean areEqual(long[] a, int ao, long[] b, int bo) {
        long difference = 0;
        for (int i = 0; i < n; i++) {
            difference |= a[ao + i] ^ b[bo + i];
        }
        return difference == 0;
    }

    private void negate(long[] a, int ao, long[] out, int oo) {
        for (int i = 0; i < n; i += base.limbs()) {
            base.negate(a, ao + i, out, oo + i);
        }
    }

    private void stage(int reference, long[] xs, long[] ys) {
        int from = (reference >>> 1) * 2 * n;
        int to = pairs / WIDTH * packed + pairs % WIDTH;
        for (int i = 0; i < n; i++) {
            xs[to + i * WIDTH] = source[from + i];
        }
        long[] y = source;
        int yAt = from + n;
        if ((reference & 1) != 0) {
            negate(source, yAt, negated, 0);
            y = negated;
            yAt = 0;
        }
        for (int i = 0; i < n; i++) {
            ys[to + i * WIDTH] = y[yAt + i];
        }
    }

    private void unstage(int pair) {
        int from = pair / WIDTH * packed + pair % WIDTH;
        int to = targets[pair] * 2 * n;
        for (int i = 0; i < n; i++) {
            target[to + i] = x1[from + i * WIDTH];
            target[to + n + i] = y1[from + i * WIDTH];
        }
    }

    /** Fills the last block's idle lanes with the last pair, so that their differences are not zero. */
    private void pad(int end) {
        int last = pairs - 1;
        int from = last / WIDTH * packed + last % WIDTH;
        for (int i = pairs; i < end; i++) {
            int to = i / WIDTH * packed + i % WIDTH;
            for (int word = 0; word < n * WIDTH; word += WIDTH) {
                x1[to + word] = x1[from + word];
                y1[to + word] = y1[from + word];
                x2[to + word] = x2[from + word];
                y2[to + word] = y2[from + word];
            }
            doublings[i] = doublings[last];
        }
    }

    /** The slope's denominators x2 - x1 (2 y1 to double) and, block after block, their running products. */
    private void multiplyDeltas(int blocks) {
        for (int b = 0; b < blocks; b++) {
            int at = b * block;
            lanes.unpack(x1, b * packed, t, 0);
            lanes.unpack(x2, b * packed, t, block);
            lanes.sub(t, block, t, 0, deltas, at);
            if (anyDoubling) {
                lanes.unpack(y1, b * packed, t, 0);
                lanes.add(t, 0, t, 0, t, 0);
                lanes.select(deltas, at, t, 0, doublings, b * WIDTH, deltas, at);
            }
            if (b == 0) {
                System.arraycopy(deltas, 0, products, 0, block);
            } else {
                lanes.mul(products, at - block, deltas, at, products, at);
            }
        }
    }

    private void invert(long[] blockOfProducts) {
        long[] words = new long[packed];
        long[] elements = new long[WIDTH * n];
        lanes.reduce(blockOfProducts, 0, blockOfProducts, 0);
        lanes.pack(blockOfProducts, 0, words, 0);
        for (int i = 0; i < packed; i++) {
            elements[i % WIDTH * n + i / WIDTH] = words[i];
        }
        form.invert(elements, WIDTH);
        for (int i = 0; i < packed; i++) {
            words[i] = elements[i % WIDTH * n + i / WIDTH];
        }
        lanes.unpack(words, 0, blockOfProducts, 0);
    }

    /** Adds block b's pairs; the sums replace x1 and y1. {@code inverse} goes from the inverse of b's running product to that of b - 1. */
    private void addBlock(int b, long[] inverse) {
        int own = 0;
        int px = block;
        int qx = 2 * block;
        int py = 3 * block;
        int slope = 4 * block;
        int x3 = 5 * block;
        int sum = 6 * block;
        if (b == 0) {
            System.arraycopy(inverse, 0, t, own, block);
        } else {
            lanes.mul(inverse, 0, products, (b - 1) * block, t, own);
            lanes.mul(inverse, 0, deltas, b * block, inverse, 0);
        }
        lanes.unpack(x1, b * packed, t, px);
        lanes.unpack(x2, b * packed, t, qx);
        lanes.unpack(y1, b * packed, t, py);
        lanes.unpack(y2, b * packed, t, slope);
        lanes.sub(t, slope, t, py, t, slope);
        if (anyDoubling) {
            tangentNumerator(px, slope, b);
        }
        lanes.mul(t, slope, t, own, t, slope);
        lanes.mul(t, slope, t, slope, t, x3);
        lanes.add(t, px, t, qx, t, sum);
        lanes.sub(t, x3, t, sum, t, x3);
        lanes.reduce(t, x3, t, x3);
        lanes.sub(t, px, t, x3, t, px);
        lanes.mul(t, slope, t, px, t, slope);
        lanes.sub(t, slope, t, py, t, slope);
        lanes.reduce(t, slope, t, slope);
        lanes.pack(t, x3, x1, b * packed);
        lanes.pack(t, slope, y1, b * packed);
    }

    /** Puts 3 x^2 where the pair is a doubling. */
    private void tangentNumerator(int x, int numerator, int b) {
        int square = 6 * block;
        int triple = 7 * block;
        lanes.mul(t, x, t, x, t, square);
        lanes.add(t, square, t, square, t, triple);
        lanes.add(t, triple, t, square, t, triple);
        lanes.reduce(t, triple, t, triple);
        lanes.select(t, numerator, t, triple, doublings, b * WIDTH, t, numerator);
    }
}
