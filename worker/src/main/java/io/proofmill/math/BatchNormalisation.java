package io.proofmill.math;

import java.util.Arrays;

/** Takes many Jacobian points to affine form with one inversion (Montgomery's trick). */
final class BatchNormalisation {
    private BatchNormalisation() {}

    /** Brings every Z of the windows to one; infinity becomes all zero. */
    static void normalise(Group group, long[] points, int count) {
        Field field = group.field();
        int n = field.words();
        long[] products = new long[(count + 1) * n];
        field.setOne(products, 0);
        for (int i = 0; i < count; i++) {
            if (group.isInfinity(points, i * 3 * n)) {
                System.arraycopy(products, i * n, products, (i + 1) * n, n);
            } else {
                field.mul(products, i * n, points, (i * 3 + 2) * n, products, (i + 1) * n);
            }
        }
        long[] t = new long[3 * n];
        field.inverse(products, count * n, t, 0);
        for (int i = count - 1; i >= 0; i--) {
            int at = i * 3 * n;
            if (group.isInfinity(points, at)) {
                Arrays.fill(points, at, at + 3 * n, 0);
                continue;
            }
            field.mul(t, 0, products, i * n, t, n);
            field.mul(t, 0, points, at + 2 * n, t, 0);
            field.square(t, n, t, 2 * n);
            field.mul(points, at, t, 2 * n, points, at);
            field.mul(t, n, t, 2 * n, t, n);
            field.mul(points, at + n, t, n, points, at + n);
            field.setOne(points, at + 2 * n);
        }
    }
}
