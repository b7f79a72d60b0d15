package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.bench.DenseTrial;
import io.proofmill.gpu.bench.DenseTrial.Kind;
import io.proofmill.gpu.bench.DenseTrial.Style;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The circuits that whole proofs are measured on: their witnesses satisfy them, and their keys are right. */
class TrialCircuitTest {
    private static final Blinding BLINDING = new Blinding(BigInteger.TWO, BigInteger.TEN.pow(60));

    @ParameterizedTest
    @EnumSource(Style.class)
    void a_circuit_of_a_porep_parts_shape_is_proved_and_verified(Style style) {
        try (DenseTrial trial = make(Kind.POREP, style)) {
            assertThat(verifies(trial)).isTrue();
        }
    }

    @Test
    void its_sizes_are_those_of_the_real_part_in_proportion() {
        try (DenseTrial trial = make(Kind.POREP, Style.BELLMAN)) {
            double size = Math.scalb(1.0, 27 - 10);
            assertThat(trial.key().l().points().size() * size).isBetween(129.5e6, 130.5e6);
            assertThat(trial.key().b2().points().size() * size).isBetween(31e6, 34e6);
        }
    }

    @Test
    void the_chain_is_proved_and_verified() {
        try (DenseTrial trial = make(Kind.CHAIN, Style.CIRCOM)) {
            assertThat(verifies(trial)).isTrue();
        }
    }

    private static DenseTrial make(Kind kind, Style style) {
        return DenseTrial.make(CurveId.BLS12_381, 10, kind, style, GeneratorMultiples.onProcessor());
    }

    private static boolean verifies(DenseTrial trial) {
        ProofSums sums = new CpuProver().sums(trial.key(), trial.assignment(), ProofObserver.NONE, Work.UNATTENDED);
        Claim claim = new Claim(
                trial.assignment().publicInputs(trial.verifyingKey().publicInputs()),
                sums.assemble(trial.key(), BLINDING));
        return new PairingVerifier(new SecureRandom()).verify(trial.verifyingKey(), claim);
    }
}
