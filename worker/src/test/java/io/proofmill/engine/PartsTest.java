package io.proofmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.proofmill.circom.CircomFixture;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.Prover;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** A task of several parts on a device that fails now and then. */
class PartsTest {
    private static final CircomFixture FIXTURE = new CircomFixture(CurveId.BN254, "chain");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int PARTS = 4;

    private final AtomicInteger syntheses = new AtomicInteger();
    private final Queue<String> stages = new ConcurrentLinkedQueue<>();

    @Test
    void a_part_that_a_device_failed_is_tried_again_alone() throws Exception {
        try (Engine engine = engine(failing(run -> run == 2))) {
            ProofAnswer answer =
                    engine.prove(task(), observer(), Work.UNATTENDED).get();

            assertThat(answer.proof().remaining()).isEqualTo(PARTS);
            assertThat(syntheses).hasValue(PARTS + 1);
            assertThat(stages).containsOnlyOnce("proving.retry");
        }
    }

    @Test
    void parts_finished_before_a_failure_are_not_proved_again_by_the_next_attempt() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (Engine engine = engine(failing(run -> broken.get() && run > 2))) {
            Throwable failure = catchThrowable(
                    () -> engine.prove(task(), observer(), Work.UNATTENDED).get());
            assertThat(failure).hasCauseInstanceOf(ProofmillException.class);
            broken.set(false);
            syntheses.set(0);

            engine.prove(task(), observer(), Work.UNATTENDED).get();

            assertThat(syntheses).hasValue(PARTS - 2);
        }
    }

    @Test
    void a_finished_task_leaves_nothing_behind() throws Exception {
        try (Engine engine = engine(failing(run -> false))) {
            engine.prove(task(), observer(), Work.UNATTENDED).get();
            syntheses.set(0);

            engine.prove(task(), observer(), Work.UNATTENDED).get();

            assertThat(syntheses).hasValue(PARTS);
        }
    }

    /** A device whose n-th run fails for some n, counted from 1. */
    private static ProvingDevice failing(IntPredicate fails) {
        AtomicInteger run = new AtomicInteger();
        Prover prover = (key, assignment, observer, work) -> {
            if (fails.test(run.incrementAndGet())) {
                throw new ProofmillException(ReasonCode.DEVICE_FAULT, "the device fails this time");
            }
            return new CpuProver().sums(key, assignment, observer, work);
        };
        return new ProvingDevice("moody:0", prover, 1, DeviceTrust.ALWAYS, false);
    }

    private Engine engine(ProvingDevice device) throws IOException {
        return new Engine(
                new Catalogue(() -> List.of(new InParts())),
                new MemoryBudget(1L << 30),
                new DevicePool(List.of(device)),
                new PairingVerifier(RANDOM),
                curve -> Blinding.random(curve, RANDOM),
                2,
                key -> {});
    }

    private TaskObserver observer() {
        return new TaskObserver() {
            @Override
            public void started(String stage) {
                stages.add(stage);
            }
        };
    }

    private static ProofTask task() {
        return new ProofTask("job-1", "in-parts", Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    }

    /** The fixture's circuit, proved several times over. */
    private final class InParts implements Circuit {
        @Override
        public String name() {
            return "in-parts";
        }

        @Override
        public CurveId curve() {
            return CurveId.BN254;
        }

        @Override
        public String version() {
            return "1";
        }

        @Override
        public long keyBytes() {
            return 0;
        }

        @Override
        public long assignmentBytes() {
            return 1 << 20;
        }

        @Override
        public Keys load(Work work) {
            return new Keys(FIXTURE.provingKey(), FIXTURE.verifyingKey());
        }

        @Override
        public Plan plan(ProofTask task, Work work) {
            return new PartsPlan();
        }
    }

    /** Parts differ in a number that stands before their signals, so that each claims something else. */
    private final class PartsPlan implements Plan {
        @Override
        public int parts() {
            return PARTS;
        }

        @Override
        public long assignmentBytes() {
            return 1 << 16;
        }

        @Override
        public Assignment synthesize(int part, Work work) {
            syntheses.incrementAndGet();
            return FIXTURE.assignment();
        }

        @Override
        public Optional<List<BigInteger>> knownSignals(int part) {
            return Optional.of(List.of(BigInteger.valueOf(part)));
        }

        @Override
        public List<BigInteger> claimedSignals(int part, Assignment assignment) {
            return FIXTURE.publicSignals();
        }

        @Override
        public Blame blame(int part, Assignment assignment, Work work) {
            return new Blame.Device();
        }

        @Override
        public String form() {
            return "TEST";
        }

        @Override
        public byte[] write(List<Proof> all) {
            return new byte[all.size()];
        }

        @Override
        public List<BigInteger> publicSignals(List<List<BigInteger>> parts) {
            return parts.getFirst();
        }
    }
}
