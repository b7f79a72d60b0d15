package io.proofmill.circom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.CheckedProver;
import io.proofmill.groth16.ConstraintCheck;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What other provers crash on, or answer with a wrong proof and exit code 0, is refused with a reason. */
class BadInputTest {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");
    private static final CircomFixture MULTIPLIER_BLS = new CircomFixture(CurveId.BLS12_381, "multiplier");

    /** Where the values of the multiplier's .wtns start. */
    private static final int WTNS_VALUES = 12 + 12 + 40 + 12;

    @Test
    void a_longer_witness_is_refused_with_both_lengths() {
        refused(() -> prove(MULTIPLIER, wtns(withValues(6))), ReasonCode.INVALID_WITNESS, "6 values", "circuit 5");
    }

    @Test
    void a_shorter_witness_is_refused_with_both_lengths() {
        refused(() -> prove(MULTIPLIER, wtns(withValues(4))), ReasonCode.INVALID_WITNESS, "4 values", "circuit 5");
    }

    @Test
    void a_witness_header_that_says_more_than_the_file_holds_is_refused() {
        byte[] bytes = MULTIPLIER.bytes("witness.wtns");
        bytes[12 + 12 + 36] = 9;
        refused(() -> wtns(bytes), ReasonCode.MALFORMED_FILE, "section 2 (values)", "288 bytes", "found 160");
    }

    @Test
    void a_key_cut_at_any_length_is_refused() {
        byte[] whole = MULTIPLIER.bytes("circuit.zkey");
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            BadInputException failure = catchThrowableOfType(BadInputException.class, () -> zkey(cut));
            assertThat(failure).as("cut to %d bytes", length).isNotNull();
            assertThat(failure.reason()).isEqualTo(ReasonCode.MALFORMED_FILE);
        }
    }

    @Test
    void a_key_cut_by_one_byte_names_the_section_and_both_sizes() {
        byte[] whole = MULTIPLIER.bytes("circuit.zkey");
        refused(
                () -> zkey(Arrays.copyOf(whole, whole.length - 1)),
                ReasonCode.MALFORMED_FILE,
                "section 10",
                "bytes, found");
    }

    @Test
    void an_empty_key_is_refused() {
        refused(() -> zkey(new byte[0]), ReasonCode.MALFORMED_FILE, "is empty", "a .zkey file was expected");
    }

    @Test
    void a_point_off_the_curve_is_refused() {
        byte[] bytes = MULTIPLIER.bytes("circuit.zkey");
        bytes[offsetOf(bytes, Zkey.H)] ^= 1;
        try (ProvingKey key = zkey(bytes).provingKey()) {
            refused(
                    () -> key.validate(Work.UNATTENDED),
                    ReasonCode.INVALID_KEY,
                    "point 0",
                    "H query",
                    "not on the curve");
        }
    }

    @Test
    void a_point_outside_the_subgroup_is_refused() {
        byte[] bytes = MULTIPLIER_BLS.bytes("circuit.zkey");
        Curve curve = Curve.of(CurveId.BLS12_381);
        // (0, 2) lies on y^2 = x^3 + 4 and has order 3.
        curve.g1().point(BigInteger.ZERO, BigInteger.TWO).write(MemorySegment.ofArray(bytes), offsetOf(bytes, Zkey.H));
        try (ProvingKey key = zkey(bytes).provingKey()) {
            refused(
                    () -> key.validate(Work.UNATTENDED),
                    ReasonCode.INVALID_KEY,
                    "point 0",
                    "H query",
                    "not in the subgroup");
        }
    }

    @Test
    void a_coefficient_with_an_index_out_of_range_is_refused_with_its_offset() {
        int entries = 4;
        for (int field : new int[] {0, 4, 8}) {
            byte[] bytes = MULTIPLIER.bytes("circuit.zkey");
            int at = offsetOf(bytes, Zkey.COEFFICIENTS) + entries + field;
            bytes[at + 3] = 0x40;
            refused(() -> zkey(bytes).provingKey(), ReasonCode.MALFORMED_FILE, "coefficient 0", "offset " + at);
        }
    }

    @Test
    void an_unsatisfied_witness_is_named_with_its_first_broken_constraint_when_the_system_is_known() {
        byte[] bytes = MULTIPLIER.bytes("witness.wtns");
        bytes[WTNS_VALUES + 32]++;
        try (R1cs r1cs = MULTIPLIER.r1cs()) {
            refused(
                    () -> proveChecked(MULTIPLIER, wtns(bytes), Optional.of(r1cs)),
                    ReasonCode.UNSATISFIED,
                    "breaks constraint 0");
        }
    }

    @Test
    void an_unsatisfied_witness_is_caught_by_the_check_of_the_proof_when_the_system_is_not_known() {
        byte[] bytes = MULTIPLIER.bytes("witness.wtns");
        bytes[WTNS_VALUES + 32]++;
        refused(
                () -> proveChecked(MULTIPLIER, wtns(bytes), Optional.empty()),
                ReasonCode.UNSATISFIED,
                "does not satisfy the circuit");
    }

    @Test
    void a_bad_key_is_blamed_when_the_proof_fails_for_it() {
        byte[] bytes = MULTIPLIER.bytes("circuit.zkey");
        bytes[offsetOf(bytes, Zkey.H)] ^= 1;
        try (Zkey zkey = zkey(bytes);
                Assignment assignment = MULTIPLIER.assignment()) {
            refused(() -> proveChecked(zkey, assignment, Optional.empty()), ReasonCode.INVALID_KEY, "not on the curve");
        }
    }

    @Test
    void a_witness_value_that_is_not_below_the_prime_is_refused() {
        byte[] bytes = MULTIPLIER.bytes("witness.wtns");
        Arrays.fill(bytes, WTNS_VALUES + 64, WTNS_VALUES + 96, (byte) 0xFF);
        refused(() -> wtns(bytes), ReasonCode.INVALID_WITNESS, "value 2", "offset " + (WTNS_VALUES + 64));
    }

    @Test
    void a_witness_that_does_not_start_with_one_is_refused() {
        byte[] bytes = MULTIPLIER.bytes("witness.wtns");
        bytes[WTNS_VALUES] = 2;
        refused(() -> prove(MULTIPLIER, wtns(bytes)), ReasonCode.INVALID_WITNESS, "constant 1");
    }

    @Test
    void a_key_of_one_curve_and_a_witness_of_another_are_refused() {
        try (Assignment assignment = MULTIPLIER_BLS.assignment()) {
            refused(() -> prove(MULTIPLIER, assignment), ReasonCode.CURVE_MISMATCH, "bls12381", "bn128");
        }
    }

    @Test
    void another_kind_of_file_is_named_for_what_it_is() {
        refused(
                () -> zkey(MULTIPLIER.bytes("circuit.r1cs")),
                ReasonCode.MALFORMED_FILE,
                "is an .r1cs file",
                "a .zkey file was expected");
        refused(() -> wtns(MULTIPLIER.bytes("circuit.wasm")), ReasonCode.MALFORMED_FILE, "is a .wasm module");
    }

    @Test
    void bytes_after_the_last_section_are_refused_with_their_offset() {
        byte[] whole = MULTIPLIER.bytes("circuit.zkey");
        refused(
                () -> zkey(Arrays.copyOf(whole, whole.length + 3)),
                ReasonCode.MALFORMED_FILE,
                "has 3 bytes too many at offset " + whole.length);
    }

    @Test
    void a_system_that_claims_wires_which_it_has_no_labels_for_is_refused_before_memory_is_taken_for_them() {
        byte[] bytes = MULTIPLIER.bytes("circuit.r1cs");
        int wires = (int) Iden3File.index("test.r1cs", MemorySegment.ofArray(bytes), FileKind.R1CS)
                        .section(1, "")
                        .offset()
                + 36;
        Arrays.fill(bytes, wires, wires + 4, (byte) -1);
        refused(
                () -> R1cs.of("test.r1cs", MemorySegment.ofArray(bytes)).close(),
                ReasonCode.MALFORMED_FILE,
                "labels of the wires",
                "should have " + 8 * 0xFFFF_FFFFL + " bytes");
    }

    @Test
    void a_field_that_belongs_to_no_known_curve_is_refused() {
        byte[] bytes = MULTIPLIER.bytes("witness.wtns");
        bytes[12 + 12 + 4] ^= 2;
        refused(() -> wtns(bytes), ReasonCode.CURVE_MISMATCH, "none of the curves");
    }

    /** A witness file of this many values, cut from or added to the multiplier's. */
    private static byte[] withValues(int count) {
        byte[] bytes = Arrays.copyOf(MULTIPLIER.bytes("witness.wtns"), WTNS_VALUES + 32 * count);
        bytes[12 + 12 + 36] = (byte) count;
        bytes[WTNS_VALUES - 8] = (byte) (32 * count);
        return bytes;
    }

    private static Assignment wtns(byte[] bytes) {
        return Wtns.read("test.wtns", MemorySegment.ofArray(bytes));
    }

    private static Zkey zkey(byte[] bytes) {
        return Zkey.of("test.zkey", MemorySegment.ofArray(bytes));
    }

    /** Where a section's data start. */
    private static int offsetOf(byte[] zkey, int section) {
        return (int) Iden3File.index("test.zkey", MemorySegment.ofArray(zkey), FileKind.ZKEY)
                .section(section, "")
                .offset();
    }

    private static void prove(CircomFixture fixture, Assignment assignment) {
        try (ProvingKey key = fixture.provingKey()) {
            Blinding blinding = new Blinding(BigInteger.ONE, BigInteger.TWO);
            new CpuProver().prove(key, assignment, blinding, ProofObserver.NONE, Work.UNATTENDED);
        }
    }

    private static void proveChecked(CircomFixture fixture, Assignment assignment, Optional<ConstraintCheck> system) {
        try (Zkey zkey = fixture.zkey()) {
            proveChecked(zkey, assignment, system);
        }
    }

    private static Proof proveChecked(Zkey zkey, Assignment assignment, Optional<ConstraintCheck> system) {
        Blinding blinding = new Blinding(BigInteger.ONE, BigInteger.TWO);
        return new CheckedProver(new CpuProver(), new PairingVerifier(new SecureRandom()))
                .prove(
                        zkey.provingKey(),
                        zkey.verifyingKey(),
                        assignment,
                        blinding,
                        system,
                        ProofObserver.NONE,
                        Work.UNATTENDED);
    }

    private static void refused(Runnable action, ReasonCode reason, String... parts) {
        BadInputException failure = catchThrowableOfType(BadInputException.class, action::run);
        assertThat(failure).as("nothing was refused").isNotNull();
        assertThat(failure.getMessage()).contains(parts);
        assertThat(failure.reason()).isEqualTo(reason);
    }
}
