package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QuadraticFieldTest {
    @ParameterizedTest
    @EnumSource
    void products_squares_and_inverses_agree_with_big_integers(CurveId id) {
        QuadraticField field = Curve.of(id).fq2();
        BigInteger p = field.base().modulus();
        int n = field.words();
        List<BigInteger> values = Samples.elements(field.base(), 4);
        for (BigInteger a0 : values) {
            for (BigInteger a1 : values) {
                BigInteger b0 = a1.add(BigInteger.TEN).mod(p);
                long[] t = new long[3 * n];
                field.fromCanonical(new BigInteger[] {a0, a1}, t, 0);
                field.fromCanonical(new BigInteger[] {b0, a0}, t, n);
                field.mul(t, 0, t, n, t, 2 * n);
                assertThat(field.toCanonical(t, 2 * n))
                        .containsExactly(
                                a0.multiply(b0).subtract(a1.multiply(a0)).mod(p),
                                a0.multiply(a0).add(a1.multiply(b0)).mod(p));
                field.square(t, 0, t, n);
                field.mul(t, 0, t, 0, t, 2 * n);
                assertThat(field.isEqual(t, n, t, 2 * n)).isTrue();
                if (!field.isZero(t, 0)) {
                    field.inverse(t, 0, t, n);
                    field.mul(t, 0, t, n, t, n);
                    assertThat(field.toCanonical(t, n)).containsExactly(BigInteger.ONE, BigInteger.ZERO);
                }
            }
        }
    }
}
