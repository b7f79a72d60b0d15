package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CircuitFiguresTest {
    private static final Instant FROM = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void figures_are_the_circuit_s_own_and_failures_have_no_latency() {
        List<JobRecord> jobs = new ArrayList<>();
        for (int seconds = 1; seconds <= 20; seconds++) {
            jobs.add(job("chain", "proved", seconds));
        }
        jobs.add(job("chain", "failed", 1_000));
        jobs.add(job("chain", "running", 1_000));
        jobs.add(job("bits", "proved", 1_000));

        CircuitFigures figures = CircuitFigures.of("chain", "BN254", "v", jobs, FROM, FROM.plusSeconds(1_800));

        assertThat(figures.proved()).isEqualTo(20);
        assertThat(figures.failed()).isEqualTo(1);
        assertThat(figures.perHour()).isEqualTo(40);
        assertThat(figures.medianSeconds()).hasValue(10.0);
        assertThat(figures.p95Seconds()).hasValue(19.0);
    }

    @Test
    void a_circuit_without_proofs_has_no_latency() {
        CircuitFigures figures = CircuitFigures.of("chain", "BN254", "v", List.of(), FROM, FROM);
        assertThat(figures.medianSeconds()).isEmpty();
        assertThat(figures.perHour()).isZero();
    }

    private static JobRecord job(String circuit, String outcome, int seconds) {
        return new JobRecord(
                "a", circuit, 1, outcome, "", "cpu", "", Optional.empty(), FROM, FROM.plusSeconds(seconds), List.of());
    }
}
