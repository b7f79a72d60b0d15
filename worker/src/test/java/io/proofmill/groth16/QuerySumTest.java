package io.proofmill.groth16;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Density;
import io.proofmill.math.FixedBase;
import io.proofmill.math.Group;
import io.proofmill.math.Point;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuerySumTest {
    private static final Group G1 = Curve.of(CurveId.BLS12_381).g1();
    private static final int VALUES = 40;

    /** Point j is (j + 1) G and value i is i + 2; every third value has no point. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 26, 27, 1000})
    void stretches_of_any_length_add_up_to_the_sum_over_the_selected_values(long stretch) {
        long[] bits = new long[1];
        long points = 0;
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < VALUES; i++) {
            if (i % 3 != 2) {
                bits[0] |= 1L << i;
                points++;
                expected = expected.add(BigInteger.valueOf(points * (i + 2)));
            }
        }
        try (Arena arena = Arena.ofShared()) {
            Query query = new Query(
                    PointList.packed(G1, multiples(points, arena), points), new Query.Dense(new Density(bits, VALUES)));
            Point sum = new QuerySum(G1, stretch, Work.UNATTENDED).of(query, numbers(2, VALUES, arena));
            assertThat(sum).isEqualTo(G1.generator().times(expected));
        }
    }

    private static MemorySegment multiples(long count, Arena arena) {
        MemorySegment packed = arena.allocate(count * G1.pointBytes(), Long.BYTES);
        FixedBase.of(G1.generator()).multiply(numbers(1, count, arena), packed, count, Work.UNATTENDED);
        return packed;
    }

    private static MemorySegment numbers(long first, long count, Arena arena) {
        MemorySegment numbers = arena.allocate(count * Scalars.BYTES, Scalars.BYTES);
        for (long i = 0; i < count; i++) {
            Scalars.write(BigInteger.valueOf(first + i), numbers, i * Scalars.BYTES);
        }
        return numbers;
    }
}
