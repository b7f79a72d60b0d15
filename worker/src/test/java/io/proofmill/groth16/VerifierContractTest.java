package io.proofmill.groth16;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.proofmill.circom.CircomFixture;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every verifier promises. An implementation's test extends this and says how to open one. */
public abstract class VerifierContractTest {
    private Verifier verifier;

    /** The verifier under test. */
    protected abstract Verifier open();

    @BeforeEach
    void openVerifier() {
        verifier = open();
    }

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void snarkjs_proof_holds(CircomFixture fixture) {
        assertThat(verifier.verify(fixture.verifyingKey(), claim(fixture))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void it_holds_for_no_other_input(CurveId curve) {
        CircomFixture fixture = new CircomFixture(curve, "multiplier");
        for (int i = 0; i < fixture.publicSignals().size(); i++) {
            List<BigInteger> other = new ArrayList<>(fixture.publicSignals());
            other.set(i, other.get(i).add(BigInteger.ONE));
            assertThat(verifier.verify(fixture.verifyingKey(), new Claim(other, fixture.proof())))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void an_input_that_is_not_below_the_prime_does_not_hold(CurveId curve) {
        CircomFixture fixture = new CircomFixture(curve, "multiplier");
        List<BigInteger> other = new ArrayList<>(fixture.publicSignals());
        other.set(0, other.getFirst().add(Curve.of(curve).fr().modulus()));
        assertThat(verifier.verify(fixture.verifyingKey(), new Claim(other, fixture.proof())))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void no_point_of_the_proof_can_be_exchanged(CurveId curve) {
        CircomFixture fixture = new CircomFixture(curve, "multiplier");
        Proof proof = fixture.proof();
        List<Proof> forgeries = List.of(
                new Proof(curve, proof.c(), proof.b(), proof.c()),
                new Proof(curve, proof.a(), proof.b().negate(), proof.c()),
                new Proof(curve, proof.a(), proof.b(), proof.a()),
                new Proof(curve, Curve.of(curve).g1().infinity(), proof.b(), proof.c()));
        for (Proof forgery : forgeries) {
            assertThat(verifier.verify(fixture.verifyingKey(), new Claim(fixture.publicSignals(), forgery)))
                    .isFalse();
        }
    }

    @Test
    void a_point_outside_the_subgroup_does_not_hold() {
        CircomFixture fixture = new CircomFixture(CurveId.BLS12_381, "multiplier");
        Proof proof = fixture.proof();
        // (0, 2) has order 3.
        Proof shifted = new Proof(
                CurveId.BLS12_381,
                proof.a().add(Curve.of(CurveId.BLS12_381).g1().point(BigInteger.ZERO, BigInteger.TWO)),
                proof.b(),
                proof.c());
        assertThat(verifier.verify(fixture.verifyingKey(), new Claim(fixture.publicSignals(), shifted)))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void a_batch_names_its_first_false_claim(CurveId curve) {
        CircomFixture fixture = new CircomFixture(curve, "multiplier");
        Claim good = claim(fixture);
        Claim bad = new Claim(fixture.publicSignals().reversed(), fixture.proof());
        VerifyingKey key = fixture.verifyingKey();
        assertThat(verifier.firstInvalid(key, List.of())).isEmpty();
        assertThat(verifier.firstInvalid(key, List.of(good, good, good))).isEmpty();
        assertThat(verifier.firstInvalid(key, List.of(good, bad, good, bad))).hasValue(1);
    }

    @Test
    void a_claim_that_is_not_one_for_the_key_is_refused() {
        CircomFixture fixture = new CircomFixture(CurveId.BN254, "multiplier");
        CircomFixture other = new CircomFixture(CurveId.BLS12_381, "multiplier");
        VerifyingKey key = fixture.verifyingKey();
        refused(ReasonCode.CURVE_MISMATCH, () -> verifier.verify(key, claim(other)));
        refused(ReasonCode.INVALID_REQUEST, () -> verifier.verify(key, new Claim(List.of(), fixture.proof())));
    }

    private static Claim claim(CircomFixture fixture) {
        return new Claim(fixture.publicSignals(), fixture.proof());
    }

    private static void refused(ReasonCode reason, Runnable action) {
        BadInputException failure = catchThrowableOfType(BadInputException.class, action::run);
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).isEqualTo(reason);
    }
}
