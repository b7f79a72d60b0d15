package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PrimeFieldTest {
    static Stream<PrimeField> fields() {
        return Stream.of(CurveId.values()).map(Curve::of).flatMap(curve -> Stream.of(curve.fq(), curve.fr()));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void sums_differences_and_products_agree_with_big_integers(PrimeField field) {
        BigInteger p = field.modulus();
        List<BigInteger> values = Samples.elements(field, 12);
        for (BigInteger x : values) {
            for (BigInteger y : values) {
                long[] t = new long[3 * field.limbs()];
                int n = field.limbs();
                field.fromBigInteger(x, t, 0);
                field.fromBigInteger(y, t, n);
                field.add(t, 0, t, n, t, 2 * n);
                assertThat(field.toBigInteger(t, 2 * n)).isEqualTo(x.add(y).mod(p));
                field.sub(t, 0, t, n, t, 2 * n);
                assertThat(field.toBigInteger(t, 2 * n)).isEqualTo(x.subtract(y).mod(p));
                field.mul(t, 0, t, n, t, 2 * n);
                assertThat(field.toBigInteger(t, 2 * n)).isEqualTo(x.multiply(y).mod(p));
                assertThat(field.isCanonical(t, 2 * n)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void an_output_may_replace_an_input(PrimeField field) {
        BigInteger p = field.modulus();
        for (BigInteger x : Samples.elements(field, 10)) {
            long[] t = field.newElement();
            field.fromBigInteger(x, t, 0);
            field.add(t, 0, t, 0, t, 0);
            field.mul(t, 0, t, 0, t, 0);
            field.negate(t, 0, t, 0);
            BigInteger doubled = x.add(x);
            assertThat(field.toBigInteger(t, 0))
                    .isEqualTo(doubled.multiply(doubled).negate().mod(p));
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void an_element_times_its_inverse_is_one(PrimeField field) {
        for (BigInteger x : Samples.elements(field, 20)) {
            if (x.signum() != 0) {
                long[] t = new long[2 * field.limbs()];
                field.fromBigInteger(x, t, 0);
                field.inverse(t, 0, t, field.limbs());
                field.mul(t, 0, t, field.limbs(), t, 0);
                assertThat(field.toBigInteger(t, 0)).isEqualTo(BigInteger.ONE);
            }
        }
        long[] zero = field.newElement();
        assertThatThrownBy(() -> field.inverse(zero, 0, zero, 0)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @MethodSource("fields")
    void powers_agree_with_big_integers(PrimeField field) {
        long[] t = new long[2 * field.limbs()];
        for (BigInteger x : Samples.elements(field, 3)) {
            for (BigInteger e : Samples.elements(field, 1)) {
                field.fromBigInteger(x, t, 0);
                field.pow(t, 0, e, t, field.limbs());
                assertThat(field.toBigInteger(t, field.limbs())).isEqualTo(x.modPow(e, field.modulus()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void canonical_means_below_the_prime(PrimeField field) {
        long[] t = field.newElement();
        field.setLimbs(field.modulus().subtract(BigInteger.ONE), t, 0);
        assertThat(field.isCanonical(t, 0)).isTrue();
        field.setLimbs(field.modulus(), t, 0);
        assertThat(field.isCanonical(t, 0)).isFalse();
        assertThat(field.isCanonical(field.modulus())).isFalse();
        assertThat(field.isCanonical(BigInteger.ONE.negate())).isFalse();
    }

    @ParameterizedTest
    @MethodSource("fields")
    void montgomery_form_is_the_value_times_two_to_the_64_limbs(PrimeField field) {
        for (BigInteger x : Samples.elements(field, 5)) {
            long[] t = field.newElement();
            field.setLimbs(x, t, 0);
            field.toMontgomery(t, 0, t, 0);
            assertThat(field.integerOf(t, 0))
                    .isEqualTo(x.shiftLeft(64 * field.limbs()).mod(field.modulus()));
            field.fromMontgomery(t, 0, t, 0);
            assertThat(field.integerOf(t, 0)).isEqualTo(x);
        }
    }
}
