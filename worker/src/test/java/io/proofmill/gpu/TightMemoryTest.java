package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.bench.DenseTrial;
import io.proofmill.gpu.bench.DenseTrial.Kind;
import io.proofmill.gpu.bench.DenseTrial.Style;
import io.proofmill.groth16.Phase;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an engine that allocates as it goes fails at: two jobs that stage about 5 GiB each, beside a key of as much, on a card of 16 GiB. */
@Tag("gpu")
class TightMemoryTest {
    private static final long GIB = 1L << 30;

    @Test
    void two_jobs_that_fill_a_card_of_sixteen_gib_finish_and_one_copies_while_the_other_computes() throws Exception {
        GpuSettings settings = FirstDevice.SETTINGS.withMemoryLimit(16 * GIB);
        try (DeviceMultiples multiples = DeviceMultiples.open().orElseThrow();
                DenseTrial trial = DenseTrial.make(CurveId.BLS12_381, 23, Kind.CHAIN, Style.CIRCOM, multiples);
                GpuProver prover =
                        GpuProver.open(settings, InstantSource.system()).orElseThrow();
                ExecutorService workers = Executors.newFixedThreadPool(2)) {
            ProofSums expected = prover.sums(trial.key(), trial.assignment(), ProofObserver.NONE, Work.UNATTENDED);
            MemoryUse use = prover.devices().getFirst().memoryUse();
            assertThat(use.keyBytes() + 2 * use.largestWorkspace()).isBetween(14 * GIB, 16 * GIB);

            List<Starts> jobs =
                    IntStream.range(0, 8).mapToObj(i -> new Starts()).toList();
            List<Future<ProofSums>> sums = jobs.stream()
                    .map(observer -> workers.submit(
                            () -> prover.sums(trial.key(), trial.assignment(), observer, Work.UNATTENDED)))
                    .toList();
            for (Future<ProofSums> each : sums) {
                assertThat(each.get()).isEqualTo(expected);
            }

            long overlapped = jobs.stream()
                    .filter(later -> jobs.stream().anyMatch(earlier -> later.copiedWhileComputing(earlier)))
                    .count();
            assertThat(overlapped).isGreaterThan(4);
        }
    }

    @Test
    void jobs_whose_key_fits_no_more_beside_them_stream_it_and_finish_too() throws Exception {
        GpuSettings settings = FirstDevice.SETTINGS.withMemoryLimit(4 * GIB);
        try (DeviceMultiples multiples = DeviceMultiples.open().orElseThrow();
                DenseTrial trial = DenseTrial.make(CurveId.BLS12_381, 22, Kind.CHAIN, Style.CIRCOM, multiples);
                GpuProver tight =
                        GpuProver.open(settings, InstantSource.system()).orElseThrow();
                ExecutorService workers = Executors.newFixedThreadPool(2)) {
            List<Future<ProofSums>> sums = IntStream.range(0, 2)
                    .mapToObj(i -> workers.submit(
                            () -> tight.sums(trial.key(), trial.assignment(), ProofObserver.NONE, Work.UNATTENDED)))
                    .toList();
            assertThat(sums.get(0).get()).isEqualTo(sums.get(1).get());
        }
    }

    /** When a job's phases began. */
    private static final class Starts implements ProofObserver {
        private final Map<Phase, Long> nanos = new ConcurrentHashMap<>();

        @Override
        public void started(Phase phase) {
            nanos.putIfAbsent(phase, System.nanoTime());
        }

        @Override
        public void finished(Phase phase, long duration) {
            nanos.putIfAbsent(Phase.ASSEMBLE, System.nanoTime());
        }

        /** Whether this job's upload began after the earlier job's kernels and before its end. */
        boolean copiedWhileComputing(Starts earlier) {
            long upload = nanos.get(Phase.UPLOAD);
            return earlier.nanos.get(Phase.SPMV) < upload && upload < earlier.nanos.get(Phase.ASSEMBLE);
        }
    }
}
