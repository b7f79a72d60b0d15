package io.proofmill.gpu.ntt;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.NttTrial;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Ntt;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("gpu")
class DeviceNttTest {
    private static final long SEED = 20261130;

    private static BenchDevice device;

    @BeforeAll
    static void open() {
        device = BenchDevice.open(0);
    }

    @AfterAll
    static void close() {
        device.close();
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void transforms_equal_the_cpus(CurveId curve) {
        PrimeField field = Curve.of(curve).fr();
        for (int log = 1; log <= 16; log++) {
            try (NttTrial trial = new NttTrial(device, curve, log, SEED);
                    Arena arena = Arena.ofShared()) {
                MemorySegment expected =
                        arena.allocate(trial.original().byteSize(), 32).copyFrom(trial.original());
                Ntt.of(field, log, field.rootOfUnity(BigInteger.valueOf(5), log))
                        .forward(expected, Work.UNATTENDED);
                assertThat(trial.values(arena).mismatch(expected))
                        .as("2^%d", log)
                        .isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void a_transform_and_its_inverse_change_nothing_at_any_size(CurveId curve) {
        for (int log = 1; log <= 25; log++) {
            try (NttTrial trial = new NttTrial(device, curve, log, SEED)) {
                trial.check();
            }
        }
    }
}
