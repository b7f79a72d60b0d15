package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.groth16.CoefficientTable;
import io.proofmill.groth16.SparseMatrices;
import io.proofmill.groth16.SparseMatrix;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Work;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How matrices are laid out for a device, which takes no part here. */
class MatricesTest {
    /** More than one thread's share. */
    private static final int ROWS = 200_000;

    @Test
    void row_starts_are_widened_from_any_row_on_to_the_number_of_entries_at_the_end() {
        Matrices.Side side = matrices().a();
        assertThat(starts(side, 0, 4)).containsExactly(0, 1, 3, 3);
        assertThat(starts(side, ROWS, 1)).containsExactly(side.matrix().entries());
        long[] all = starts(side, 0, ROWS + 1);
        assertThat(all).hasSize(ROWS + 1);
        for (int first : new int[] {1, 65_535, 65_536, 131_073}) {
            assertThat(starts(side, first, ROWS + 1 - first)).isEqualTo(Arrays.copyOfRange(all, first, ROWS + 1));
        }
        for (int row = 0; row <= ROWS; row++) {
            assertThat(all[row]).isEqualTo(side.matrix().rowStart(row));
        }
    }

    @Test
    void the_coefficients_go_up_from_where_they_are_with_no_copy_a_proof() {
        Matrices matrices = matrices();
        assertThat(matrices.values().byteSize()).isEqualTo(matrices.valueBytes());
        assertThat(matrices.values().isReadOnly()).isTrue();
        assertThat(matrices.values().asOverlappingSlice(matrices.values())).isPresent();
    }

    private static long[] starts(Matrices.Side side, int first, int count) {
        return side.rowStarts(first, count, Work.UNATTENDED).toArray(ValueLayout.JAVA_LONG);
    }

    /** Rows of one, two and no entries in turn. */
    private static Matrices matrices() {
        PrimeField field = Curve.of(CurveId.BN254).fr();
        int[] lengths = IntStream.range(0, ROWS).map(row -> (row + 1) % 3).toArray();
        int[] starts = new int[ROWS + 1];
        for (int row = 0; row < ROWS; row++) {
            starts[row + 1] = starts[row] + lengths[row];
        }
        SparseMatrix matrix = new SparseMatrix(starts, new int[starts[ROWS]], new int[starts[ROWS]]);
        return new Matrices(new SparseMatrices(field, matrix, matrix, new CoefficientTable(field)));
    }
}
