package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.bench.DenseTrial;
import io.proofmill.gpu.bench.DenseTrial.Kind;
import io.proofmill.gpu.bench.DenseTrial.Style;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Phase;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.security.SecureRandom;
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

/** What an engine that allocates as it goes fails at: two jobs that stage 6 GiB each, beside a key of as much or more, on a card of 16 GiB. */
@Tag("gpu")
class TightMemoryTest {
    private static final long GIB = 1L << 30;

    @Test
    void two_jobs_that_fill_a_card_of_sixteen_gib_finish_and_one_copies_while_the_other_computes() throws Exception {
        GpuSettings settings = FirstDevice.SETTINGS.withMemoryLimit(16 * GIB);
        try (DeviceMultiples multiples = DeviceMultiples.open().orElseThrow();
                DenseTrial trial = DenseTrial.make(CurveId.BLS12_381, 23, Kind.CHAIN, Style.CIRCOM, multiples);
                GpuProver prover =
                        GpuProver.open(settings, InstantSource.system()).orElseThrow()) {
            ProofSums expected = prover.sums(trial.key(), trial.assignment(), ProofObserver.NONE, Work.UNATTENDED);
            MemoryUse use = prover.devices().getFirst().memoryUse();
            assertThat(use.keyBytes() + 2 * use.largestWorkspace()).isBetween(14 * GIB, 16 * GIB);

            List<Starts> jobs =
                    IntStream.range(0, 8).mapToObj(i -> new Starts()).toList();
            assertThat(sums(prover, trial, jobs, 2)).isEqualTo(expected);
            assertThat(overlapped(jobs, Phase.UPLOAD, Phase.SPMV)).isGreaterThan(4);
        }
    }

    @Test
    void two_jobs_that_stage_six_gib_each_on_a_card_of_sixteen_finish_together_and_on_a_smaller_one_in_turn()
            throws Exception {
        try (DeviceMultiples multiples = DeviceMultiples.open().orElseThrow();
                DenseTrial trial = DenseTrial.make(CurveId.BLS12_381, 25, Kind.POREP, Style.BELLMAN, multiples)) {
            ProofSums together;
            try (GpuProver card = open(16 * GIB)) {
                List<Starts> jobs =
                        IntStream.range(0, 4).mapToObj(i -> new Starts()).toList();
                together = sums(card, trial, jobs, 2);
                assertThat(card.devices().getFirst().memoryUse().largestWorkspace())
                        .isBetween(6 * GIB, 8 * GIB);
                assertThat(overlapped(jobs, Phase.SPMV, Phase.NTT)).isGreaterThan(1);
            }
            Claim claim = new Claim(
                    trial.assignment().publicInputs(trial.verifyingKey().publicInputs()),
                    together.assemble(trial.key(), new Blinding(BigInteger.TWO, BigInteger.TEN)));
            assertThat(new PairingVerifier(new SecureRandom()).verify(trial.verifyingKey(), claim))
                    .isTrue();

            try (GpuProver small = open(5 * GIB)) {
                List<Starts> jobs =
                        IntStream.range(0, 2).mapToObj(i -> new Starts()).toList();
                assertThat(sums(small, trial, jobs, 2)).isEqualTo(together);
                assertThat(small.devices().getFirst().memoryUse().largestWorkspace())
                        .as("no two jobs fit at once")
                        .isGreaterThan(5 * GIB / 2);
            }
        }
    }

    private static GpuProver open(long memory) {
        return GpuProver.open(
                        FirstDevice.SETTINGS.withMemoryLimit(memory).withPinnedMemory(20 * GIB), InstantSource.system())
                .orElseThrow();
    }

    /** What all of the jobs give, which is the same. */
    private static ProofSums sums(GpuProver prover, DenseTrial trial, List<Starts> jobs, int atATime) throws Exception {
        try (ExecutorService workers = Executors.newFixedThreadPool(atATime)) {
            List<Future<ProofSums>> sums = jobs.stream()
                    .map(observer -> workers.submit(
                            () -> prover.sums(trial.key(), trial.assignment(), observer, Work.UNATTENDED)))
                    .toList();
            ProofSums first = sums.getFirst().get();
            for (Future<ProofSums> each : sums) {
                assertThat(each.get()).isEqualTo(first);
            }
            return first;
        }
    }

    /** Jobs that copied while another computed. */
    private static long overlapped(List<Starts> jobs, Phase copying, Phase computing) {
        return jobs.stream()
                .filter(job -> jobs.stream().anyMatch(other -> job.copiedWhile(other, copying, computing)))
                .count();
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

    /** When a job's phases began, and how long they took. */
    private static final class Starts implements ProofObserver {
        private final Map<Phase, Long> nanos = new ConcurrentHashMap<>();
        private final Map<Phase, Long> durations = new ConcurrentHashMap<>();
        private volatile long end;

        @Override
        public void started(Phase phase) {
            nanos.putIfAbsent(phase, System.nanoTime());
        }

        /** Told when the job's kernels have ended, for all phases at once. */
        @Override
        public void finished(Phase phase, long duration) {
            durations.put(phase, duration);
            end = System.nanoTime();
        }

        /** Whether this job copied at a moment at which the other computed. */
        boolean copiedWhile(Starts other, Phase copying, Phase computing) {
            long copies = nanos.get(copying);
            return this != other && copies < other.end && other.nanos.get(computing) < copies + durations.get(copying);
        }
    }
}
