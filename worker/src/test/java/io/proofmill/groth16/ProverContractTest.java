package io.proofmill.groth16;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.proofmill.circom.CircomFixture;
import io.proofmill.circom.ProofJson;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every prover promises. An implementation's test extends this and says how to open one. */
public abstract class ProverContractTest {
    private static final Blinding BLINDING =
            new Blinding(new BigInteger("314159265358979323846"), BigInteger.TEN.pow(70));

    private Prover prover;

    /** The prover under test. */
    protected abstract Prover open();

    @BeforeEach
    void openProver() {
        prover = open();
    }

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void a_proof_verifies(CircomFixture fixture) {
        Claim claim = new Claim(fixture.publicSignals(), prove(fixture));
        assertThat(new PairingVerifier(new SecureRandom()).verify(fixture.verifyingKey(), claim))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void equal_blinding_gives_equal_bytes_on_every_implementation(CircomFixture fixture) {
        String ours = ProofJson.write(prove(fixture));
        assertThat(ours).isEqualTo(ProofJson.write(prove(fixture)));
        try (ProvingKey key = fixture.provingKey();
                Assignment assignment = fixture.assignment()) {
            Proof reference = new CpuProver().prove(key, assignment, BLINDING, ProofObserver.NONE, Work.UNATTENDED);
            assertThat(ours).isEqualTo(ProofJson.write(reference));
        }
    }

    @Test
    void a_witness_of_the_wrong_length_is_refused_with_both_lengths() {
        CircomFixture fixture = new CircomFixture(CurveId.BN254, "multiplier");
        try (ProvingKey key = fixture.provingKey();
                Assignment assignment = Assignment.copyOf(CurveId.BN254, List.of(BigInteger.ONE))) {
            BadInputException failure = catchThrowableOfType(
                    BadInputException.class,
                    () -> prover.prove(key, assignment, BLINDING, ProofObserver.NONE, Work.UNATTENDED));
            assertThat(failure).hasMessage("the witness has 1 values, the proving key's circuit 5");
            assertThat(failure.reason()).isEqualTo(ReasonCode.INVALID_WITNESS);
        }
    }

    @Test
    void the_stages_are_told_in_order_and_each_once() {
        List<Phase> finished = new ArrayList<>();
        CircomFixture fixture = new CircomFixture(CurveId.BN254, "bits");
        try (ProvingKey key = fixture.provingKey();
                Assignment assignment = fixture.assignment()) {
            ProofObserver observer = new ProofObserver() {
                @Override
                public void finished(Phase phase, long nanos) {
                    assertThat(nanos).isNotNegative();
                    finished.add(phase);
                }
            };
            prover.prove(key, assignment, BLINDING, observer, Work.UNATTENDED);
        }
        // Only a device has the witness brought to it.
        assertThat(finished)
                .filteredOn(phase -> phase != Phase.UPLOAD)
                .containsExactlyElementsOf(EnumSet.complementOf(EnumSet.of(Phase.UPLOAD)));
    }

    @Test
    void a_cancelled_proof_stops_at_whichever_checkpoint_it_has_reached() {
        CircomFixture fixture = new CircomFixture(CurveId.BN254, "bits");
        try (ProvingKey key = fixture.provingKey();
                Assignment assignment = fixture.assignment()) {
            AtomicInteger asked = new AtomicInteger();
            prover.prove(key, assignment, BLINDING, ProofObserver.NONE, () -> {
                asked.incrementAndGet();
                return false;
            });
            int checkpoints = asked.get();
            assertThat(checkpoints).isGreaterThan(Phase.values().length);
            for (int last = 0; last < checkpoints / 2; last += Math.max(1, checkpoints / 20)) {
                int limit = last;
                AtomicInteger seen = new AtomicInteger();
                CancellationException stopped = catchThrowableOfType(
                        CancellationException.class,
                        () -> prover.prove(
                                key, assignment, BLINDING, ProofObserver.NONE, () -> seen.incrementAndGet() > limit));
                assertThat(stopped).as("cancelled after %d checkpoints", limit).isNotNull();
            }
        }
    }

    private Proof prove(CircomFixture fixture) {
        try (ProvingKey key = fixture.provingKey();
                Assignment assignment = fixture.assignment()) {
            return prover.prove(key, assignment, BLINDING, ProofObserver.NONE, Work.UNATTENDED);
        }
    }
}
