package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NttTest {
    private static final BigInteger CIRCOM_GENERATOR = BigInteger.valueOf(5);
    private static final BigInteger BELLMAN_GENERATOR = BigInteger.valueOf(7);

    static Stream<PrimeField> fields() {
        return Stream.of(CurveId.values()).map(id -> Curve.of(id).fr());
    }

    @ParameterizedTest
    @MethodSource("fields")
    void forward_evaluates_at_the_roots_powers(PrimeField field) {
        for (int log = 0; log <= 6; log++) {
            Ntt ntt = ntt(field, log, CIRCOM_GENERATOR);
            List<BigInteger> coefficients = random(field, 1 << log);
            MemorySegment vector = Samples.vector(field, coefficients);
            ntt.forward(vector, Work.UNATTENDED);
            assertThat(Samples.values(field, vector, 1 << log))
                    .as("size 2^%d", log)
                    .isEqualTo(evaluations(field, coefficients, BigInteger.ONE, ntt.root()));
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void inverse_undoes_forward(PrimeField field) {
        for (int log : new int[] {0, 1, 2, 3, 7, 11, 12}) {
            Ntt ntt = ntt(field, log, BELLMAN_GENERATOR);
            List<BigInteger> coefficients = random(field, 1 << log);
            MemorySegment vector = Samples.vector(field, coefficients);
            ntt.forward(vector, Work.UNATTENDED);
            ntt.inverse(vector, Work.UNATTENDED);
            assertThat(Samples.values(field, vector, 1 << log)).isEqualTo(coefficients);
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void values_move_to_the_odd_coset_and_back(PrimeField field) {
        for (int log = 0; log <= 5; log++) {
            Ntt ntt = ntt(field, log, CIRCOM_GENERATOR);
            BigInteger shift = field.rootOfUnity(CIRCOM_GENERATOR, log + 1);
            List<BigInteger> coefficients = random(field, 1 << log);
            MemorySegment vector = Samples.vector(field, evaluations(field, coefficients, BigInteger.ONE, ntt.root()));
            ntt.moveToCoset(vector, shift, Work.UNATTENDED);
            assertThat(Samples.values(field, vector, 1 << log))
                    .isEqualTo(evaluations(field, coefficients, shift, ntt.root()));
            ntt.inverseFromCoset(vector, shift, Work.UNATTENDED);
            assertThat(Samples.values(field, vector, 1 << log)).isEqualTo(coefficients);
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void scaling_multiplies_by_a_geometric_series(PrimeField field) {
        Ntt ntt = ntt(field, 4, CIRCOM_GENERATOR);
        List<BigInteger> values = random(field, 16);
        MemorySegment vector = Samples.vector(field, values);
        ntt.scale(vector, BigInteger.TEN, BigInteger.TWO, Work.UNATTENDED);
        for (int i = 0; i < 16; i++) {
            assertThat(Samples.values(field, vector, 16).get(i))
                    .isEqualTo(
                            values.get(i).multiply(BigInteger.TEN).shiftLeft(i).mod(field.modulus()));
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void a_root_of_another_order_is_refused(PrimeField field) {
        assertThatThrownBy(() -> Ntt.of(field, 3, field.rootOfUnity(CIRCOM_GENERATOR, 2)))
                .hasMessageContaining("order 2^3");
        assertThatThrownBy(() -> Ntt.of(field, 3, field.rootOfUnity(CIRCOM_GENERATOR, 4)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> field.rootOfUnity(CIRCOM_GENERATOR, 40)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @MethodSource("fields")
    void cancelled_work_stops(PrimeField field) {
        MemorySegment vector = Samples.vector(field, random(field, 16));
        assertThatThrownBy(() -> ntt(field, 4, CIRCOM_GENERATOR).forward(vector, () -> true))
                .isInstanceOf(CancellationException.class);
    }

    @ParameterizedTest
    @MethodSource("fields")
    void lanes_agree_with_one_element_at_a_time(PrimeField field) {
        assumeTrue(Lanes.available(), Lanes.description());
        for (int log : new int[] {8, 9, 11, 13}) {
            BigInteger root = field.rootOfUnity(CIRCOM_GENERATOR, log);
            BigInteger shift = field.rootOfUnity(CIRCOM_GENERATOR, log + 1);
            LaneNtt lanes = new LaneNtt(field, log, root, 4 + log % 3);
            ScalarNtt plain = new ScalarNtt(field, log, root);
            List<BigInteger> values = random(field, 1 << log);
            MemorySegment expected = Samples.vector(field, values);
            MemorySegment actual = Samples.vector(field, values);
            plain.forward(expected, Work.UNATTENDED);
            lanes.forward(actual, Work.UNATTENDED);
            assertThat(actual.mismatch(expected)).as("forward, 2^%d", log).isEqualTo(-1);
            plain.inverse(expected, Work.UNATTENDED);
            lanes.inverse(actual, Work.UNATTENDED);
            assertThat(actual.mismatch(expected)).as("inverse, 2^%d", log).isEqualTo(-1);
            plain.inverse(expected, Work.UNATTENDED);
            GeometricScaling.scale(field, expected, 1L << log, BigInteger.ONE, shift, Work.UNATTENDED);
            plain.forward(expected, Work.UNATTENDED);
            lanes.moveToCoset(actual, shift, Work.UNATTENDED);
            assertThat(actual.mismatch(expected)).as("to the coset, 2^%d", log).isEqualTo(-1);
        }
    }

    private static Ntt ntt(PrimeField field, int log, BigInteger generator) {
        return Ntt.of(field, log, field.rootOfUnity(generator, log));
    }

    private static List<BigInteger> random(PrimeField field, int count) {
        Random source = new Random(Samples.SEED);
        return Stream.generate(() -> Samples.element(field, source))
                .limit(count)
                .toList();
    }

    /** The polynomial's values at start * root^i by Horner's rule. */
    private static List<BigInteger> evaluations(
            PrimeField field, List<BigInteger> coefficients, BigInteger start, BigInteger root) {
        List<BigInteger> values = new ArrayList<>();
        BigInteger point = start;
        for (int i = 0; i < coefficients.size(); i++) {
            BigInteger value = BigInteger.ZERO;
            for (BigInteger coefficient : coefficients.reversed()) {
                value = value.multiply(point).add(coefficient).mod(field.modulus());
            }
            values.add(value);
            point = point.multiply(root).mod(field.modulus());
        }
        return values;
    }
}
