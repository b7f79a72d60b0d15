package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ModularInverseTest {
    private static final long SEED = 20261130;

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void a_random_element_times_its_inverse_is_one(CurveId id) {
        Random random = new Random(SEED);
        for (PrimeField field : List.of(Curve.of(id).fq(), Curve.of(id).fr())) {
            for (int i = 0; i < 2_000; i++) {
                BigInteger value =
                        new BigInteger(1 + random.nextInt(field.modulus().bitLength()), random).mod(field.modulus());
                if (value.signum() != 0) {
                    assertInverse(field, value);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void small_values_powers_of_two_and_their_negatives_have_their_inverses(CurveId id) {
        for (PrimeField field : List.of(Curve.of(id).fq(), Curve.of(id).fr())) {
            BigInteger p = field.modulus();
            for (int i = 1; i < 70; i++) {
                assertInverse(field, BigInteger.valueOf(i));
                assertInverse(field, p.subtract(BigInteger.valueOf(i)));
            }
            for (int i = 0; i < p.bitLength() - 1; i++) {
                assertInverse(field, BigInteger.ONE.shiftLeft(i));
                assertInverse(field, p.subtract(BigInteger.ONE.shiftLeft(i)));
                assertInverse(field, p.shiftRight(i + 1).max(BigInteger.ONE));
            }
        }
    }

    private static void assertInverse(PrimeField field, BigInteger value) {
        long[] words = field.limbsOf(value);
        new ModularInverse(field.modulus()).invert(words, 0, field.limbs());
        assertThat(field.integerOf(words, 0))
                .as("inverse of %s, seed %d", value, SEED)
                .isEqualTo(value.modInverse(field.modulus()));
    }
}
