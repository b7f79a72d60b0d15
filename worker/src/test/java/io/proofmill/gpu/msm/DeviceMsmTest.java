package io.proofmill.gpu.msm;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.Mix;
import io.proofmill.gpu.bench.MsmTrial;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A run checks its sum against the points' known logarithms and throws when it is wrong. */
@Tag("gpu")
class DeviceMsmTest {
    private static final long SEED = 20261130;
    private static final long GIB = 1L << 30;

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
    @EnumSource(PointGroup.class)
    void sums_of_every_length_are_right(PointGroup group) {
        long[] lengths = {1, 2, 3, 31, 255, 256, 257, 1_000, 4_095, 4_097, 65_535, 65_537, (1 << 18) + 1};
        for (long length : lengths) {
            try (MsmTrial trial = new MsmTrial(device, group, length, Mix.UNIFORM, 1, false, 4 * GIB, SEED)) {
                trial.run();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(PointGroup.class)
    void infinity_equal_and_opposite_points_are_added_right(PointGroup group) {
        for (long length : new long[] {7, 29, 1_000, 40_000}) {
            try (MsmTrial trial = new MsmTrial(device, group, length, Mix.UNIFORM, 1, true, 4 * GIB, SEED)) {
                trial.run();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0,0", "1,0,0", "0,1,0", "0,0,1", "0.512,0.472,0", "0.2,0.2,0.2", "0,0.999,0"})
    void zeros_ones_and_minus_ones_are_taken_apart_right(double zeros, double ones, double minusOnes) {
        Mix mix = new Mix(zeros, ones, minusOnes);
        for (PointGroup group : PointGroup.values()) {
            try (MsmTrial trial = new MsmTrial(device, group, 50_021, mix, 1, false, 4 * GIB, SEED)) {
                trial.run();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(PointGroup.class)
    void little_scratch_makes_more_groups_and_the_same_sum(PointGroup group) {
        try (MsmTrial trial = new MsmTrial(device, group, 1 << 18, Mix.UNIFORM, 1, false, GIB / 8, SEED)) {
            trial.run();
            assertThat(trial.lastPlan().groupSets()).isLessThan(trial.lastPlan().setCount());
        }
    }

    @ParameterizedTest
    @EnumSource(PointGroup.class)
    void tables_of_multiples_give_the_same_sum(PointGroup group) {
        for (int tables : new int[] {2, 3, 8}) {
            try (MsmTrial trial = new MsmTrial(device, group, 70_001, Mix.MIXED, tables, true, 4 * GIB, SEED)) {
                trial.run();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(PointGroup.class)
    void a_repeated_run_gives_the_same_bytes(PointGroup group) {
        try (MsmTrial trial = new MsmTrial(device, group, 100_003, Mix.MIXED, 1, false, 4 * GIB, SEED)) {
            trial.run();
            byte[] first = trial.lastResult();
            for (int i = 0; i < 5; i++) {
                trial.run();
                assertThat(trial.lastResult()).isEqualTo(first);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"BN254_G1,22", "BLS12_381_G1,22", "BN254_G2,20", "BLS12_381_G2,20", "BLS12_381_G1,24"})
    void large_sums_are_right(PointGroup group, int log) {
        try (MsmTrial trial = new MsmTrial(device, group, (1L << log) - 1, Mix.UNIFORM, 1, false, 40 * GIB, SEED)) {
            trial.run();
        }
    }
}
