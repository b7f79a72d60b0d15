package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ElementwiseTest {
    static Stream<PrimeField> fields() {
        return Stream.of(CurveId.values()).map(id -> Curve.of(id).fr());
    }

    @ParameterizedTest
    @MethodSource("fields")
    void products_and_differences_agree_with_big_integers(PrimeField field) {
        List<BigInteger> x = Samples.elements(field, 90);
        List<BigInteger> y = x.reversed();
        int n = x.size();
        MemorySegment a = Samples.vector(field, x);
        MemorySegment b = Samples.vector(field, y);
        MemorySegment out = Samples.vector(field, x);
        Elementwise vectors = Elementwise.of(field);
        vectors.multiply(a, b, out, n, Work.UNATTENDED);
        assertEach(field, out, n, i -> x.get(i).multiply(y.get(i)));
        vectors.subtract(a, b, out, n, Work.UNATTENDED);
        assertEach(field, out, n, i -> x.get(i).subtract(y.get(i)));
        vectors.multiplySubtract(a, a, b, out, n, Work.UNATTENDED);
        assertEach(field, out, n, i -> x.get(i).multiply(x.get(i)).subtract(y.get(i)));
        vectors.multiply(a, b, a, n, Work.UNATTENDED);
        assertEach(field, a, n, i -> x.get(i).multiply(y.get(i)));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void canonical_and_montgomery_forms_go_both_ways(PrimeField field) {
        List<BigInteger> x = Samples.elements(field, 30);
        int n = x.size();
        MemorySegment vector = Samples.scalars(x);
        Elementwise vectors = Elementwise.of(field);
        vectors.toMontgomery(vector, vector, n, Work.UNATTENDED);
        assertThat(vector.mismatch(Samples.vector(field, x))).isEqualTo(-1);
        vectors.fromMontgomery(vector, vector, n, Work.UNATTENDED);
        assertThat(vector.mismatch(Samples.scalars(x))).isEqualTo(-1);
    }

    @ParameterizedTest
    @MethodSource("fields")
    void the_first_non_canonical_value_is_found(PrimeField field) {
        MemorySegment vector = Samples.scalars(
                List.of(BigInteger.ONE, field.modulus().subtract(BigInteger.ONE), field.modulus(), field.modulus()));
        assertThat(Elementwise.of(field).firstNonCanonical(vector, 2)).isEmpty();
        assertThat(Elementwise.of(field).firstNonCanonical(vector, 4)).hasValue(2);
    }

    @FunctionalInterface
    private interface Expected {
        BigInteger at(int i);
    }

    private static void assertEach(PrimeField field, MemorySegment vector, int n, Expected expected) {
        List<BigInteger> values = Samples.values(field, vector, n);
        for (int i = 0; i < n; i++) {
            assertThat(values.get(i))
                    .as("element %d", i)
                    .isEqualTo(expected.at(i).mod(field.modulus()));
        }
    }
}
