package io.proofmill.groth16;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SparseMatricesTest {
    @ParameterizedTest
    @EnumSource(CurveId.class)
    void a_product_is_the_sum_of_coefficient_times_value(CurveId curve) {
        PrimeField field = Curve.of(curve).fr();
        BigInteger p = field.modulus();
        List<BigInteger> w =
                List.of(BigInteger.ONE, p.subtract(BigInteger.TWO), BigInteger.ZERO, BigInteger.TEN.pow(60));
        List<BigInteger> coefficients =
                List.of(BigInteger.ONE, p.subtract(BigInteger.ONE), BigInteger.valueOf(77), BigInteger.TEN.pow(70));
        CoefficientTable table = new CoefficientTable(field);
        int[] index = coefficients.stream()
                .mapToInt(c -> table.indexOf(doubled(field, c)))
                .toArray();
        assertThat(index).containsExactly(0, 1, 2, 3);
        assertThat(table.indexOf(doubled(field, coefficients.get(2)))).isEqualTo(2);

        // Row 0 has every coefficient on every value, row 1 none, row 2 ends the matrix with -w1 + w1.
        SparseMatrix a = new SparseMatrix(
                new int[] {0, 16, 16, 18},
                new int[] {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 1, 1},
                new int[] {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 1, 0});
        SparseMatrix b = new SparseMatrix(new int[] {0, 0, 1, 1}, new int[] {3}, new int[] {3});
        BigInteger sumOfValues = w.stream().reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger sumOfCoefficients = coefficients.stream().reduce(BigInteger.ZERO, BigInteger::add);
        try (Arena arena = Arena.ofShared();
                Assignment assignment = Assignment.copyOf(curve, w)) {
            MemorySegment outA = arena.allocate(3L * Scalars.BYTES);
            MemorySegment outB = arena.allocate(3L * Scalars.BYTES);
            new SparseMatrices(field, a, b, table).multiply(assignment, outA, outB, Work.UNATTENDED);
            assertThat(values(field, outA))
                    .containsExactly(sumOfValues.multiply(sumOfCoefficients).mod(p), BigInteger.ZERO, BigInteger.ZERO);
            assertThat(values(field, outB))
                    .containsExactly(
                            BigInteger.ZERO,
                            coefficients.get(3).multiply(w.get(3)).mod(p),
                            BigInteger.ZERO);
        }
    }

    private static List<BigInteger> values(PrimeField field, MemorySegment out) {
        long[] t = new long[3 * field.limbs()];
        for (int i = 0; i < 3; i++) {
            field.read(out, (long) i * Scalars.BYTES, t, i * field.limbs());
        }
        return List.of(field.toBigInteger(t, 0), field.toBigInteger(t, 4), field.toBigInteger(t, 8));
    }

    private static long[] doubled(PrimeField field, BigInteger value) {
        long[] out = field.newElement();
        field.fromBigInteger(value, out, 0);
        field.toMontgomery(out, 0, out, 0);
        return out;
    }
}
