package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.groth16.CoefficientTable;
import io.proofmill.groth16.KeyConstants;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.PointList;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Query;
import io.proofmill.groth16.Quotient;
import io.proofmill.groth16.SparseMatrices;
import io.proofmill.groth16.SparseMatrix;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a locked copy takes it gives back, however its making ends. No device takes part. */
class PinnedKeyTest {
    private static final long POINTS = 4;

    @Test
    void a_copy_that_the_system_has_no_memory_for_gives_its_share_of_the_budget_back() {
        AtomicInteger given = new AtomicInteger();
        try (Arena memory = Arena.ofConfined()) {
            KeyPlan plan = new KeyPlan("key", key(memory));
            assertThatThrownBy(() -> new PinnedKey(plan, given::incrementAndGet, null, Work.UNATTENDED))
                    .isInstanceOf(OutOfMemoryError.class);
        }
        assertThat(given).hasValue(1);
    }

    /** A key whose points cannot be read for want of memory. */
    private static ProvingKey key(Arena memory) {
        PrimeField field = Curve.of(CurveId.BN254).fr();
        SparseMatrix empty = new SparseMatrix(new int[] {0, 0}, new int[0], new int[0]);
        Query query = new Query(new Unreadable(), new Query.Range(0, POINTS));
        return new ProvingKey(
                new KeyShape(CurveId.BN254, POINTS, 1, 2),
                new KeyConstants(null, null, null, null, null),
                query,
                query,
                query,
                query,
                new Quotient(Quotient.Form.ODD_ROOTS, BigInteger.valueOf(5), new Unreadable()),
                new SparseMatrices(field, empty, empty, new CoefficientTable(field)),
                memory);
    }

    private record Unreadable() implements PointList {
        @Override
        public long size() {
            return POINTS;
        }

        @Override
        public MemorySegment read(long first, long count, Arena scratch) {
            throw new OutOfMemoryError("the system has no room");
        }
    }
}
