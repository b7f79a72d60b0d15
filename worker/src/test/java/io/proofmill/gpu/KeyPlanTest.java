package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.memory.Footprint;
import io.proofmill.gpu.memory.MemoryPlan;
import io.proofmill.gpu.memory.MemoryPlan.KeyPlace;
import io.proofmill.gpu.memory.MemoryPlanner;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ConstraintMatrices;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.PointList;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Query;
import io.proofmill.groth16.Quotient;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** Where the largest circuits go, from their sizes alone. */
class KeyPlanTest {
    private static final long GIB = 1L << 30;
    private static final MsmDevice H200 = new MsmDevice(132, 232_448);
    private static final long VARIABLES = 130_169_893;
    private static final long B_POINTS = 33_100_000;

    @Test
    void a_porep_part_of_32_gib_is_resident_on_an_h200() {
        MemoryPlan plan = plan(138 * GIB);

        assertThat(plan.keyPlace()).isEqualTo(KeyPlace.RESIDENT);
    }

    @Test
    void it_streams_through_a_card_of_16_gib_one_job_at_a_time() {
        MemoryPlan plan = plan(15 * GIB);

        assertThat(plan.keyPlace()).isEqualTo(KeyPlace.STREAMED);
        assertThat(plan.jobsInFlight()).isEqualTo(1);
    }

    private static MemoryPlan plan(long capacity) {
        KeyPlan key = new KeyPlan("porep", porep());
        long scratch = DeviceSession.scratchLimit(capacity);
        return new MemoryPlanner(capacity, 2)
                .plan(new Footprint(
                        "porep",
                        key.bytes(),
                        key.layout(H200, scratch).bytes(),
                        key.streamedLayout(H200, capacity, scratch).bytes()));
    }

    /** The sizes of a part of a 32 GiB PoRep; its points are never read. */
    private static ProvingKey porep() {
        KeyShape shape = new KeyShape(CurveId.BLS12_381, VARIABLES, 16, 27);
        Query all = query(VARIABLES);
        return new ProvingKey(
                shape,
                null,
                all,
                query(B_POINTS),
                query(B_POINTS),
                all,
                new Quotient(Quotient.Form.COEFFICIENTS, BigInteger.valueOf(7), new Unread(shape.domain() - 1)),
                new OnTheHost(shape.domain()),
                Arena.global());
    }

    private static Query query(long count) {
        return new Query(new Unread(count), new Query.Range(0, count));
    }

    private record Unread(long size) implements PointList {
        @Override
        public MemorySegment read(long first, long count, Arena scratch) {
            throw new UnsupportedOperationException("a plan reads no points");
        }
    }

    private record OnTheHost(long rows) implements ConstraintMatrices {
        @Override
        public Products with(Assignment w, Work work) {
            throw new UnsupportedOperationException("a plan multiplies nothing");
        }
    }
}
