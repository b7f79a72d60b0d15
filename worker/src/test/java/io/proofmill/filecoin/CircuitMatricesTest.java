package io.proofmill.filecoin;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.filecoin.synthetic.SyntheticProof;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ConstraintMatrices;
import io.proofmill.math.Curve;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.CircuitTerms;
import io.proofmill.r1cs.Side;
import java.io.ByteArrayInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A w and B w of a whole circuit against sums over its terms. */
class CircuitMatricesTest {
    private static final FilecoinCircuit NAMED = FilecoinCircuit.of("filecoin/winning-2KiB");
    private static final long SEED = 20261130;
    /** Divides neither the pieces of a thread nor the rows. */
    private static final long STRETCH = 10_007;

    private final Circuit circuit = NAMED.build();
    private final CircuitMatrices matrices = new CircuitMatrices(circuit);
    private Assignment assignment;

    @BeforeEach
    void synthesize() {
        SyntheticProof proof = SyntheticProof.of(NAMED, SEED);
        byte[] text = proof.publicJson().getBytes(StandardCharsets.UTF_8);
        Statement statement = PublicFile.read("public.json", new ByteArrayInputStream(text), NAMED);
        List<ProofJob.Vanilla> vanilla = proof.vanilla().stream()
                .map(file -> new ProofJob.Vanilla(file.name(), MemorySegment.ofArray(file.bytes())))
                .toList();
        assignment = ProofJob.read(statement, circuit, vanilla, Work.UNATTENDED).assignment(0, Work.UNATTENDED);
    }

    @AfterEach
    void close() {
        assignment.close();
    }

    @Test
    void products_are_the_sums_of_all_terms() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment a = arena.allocate(matrices.rows() * Scalars.BYTES, Scalars.BYTES);
            MemorySegment b = arena.allocate(matrices.rows() * Scalars.BYTES, Scalars.BYTES);
            matrices.multiply(assignment, a, b, Work.UNATTENDED);
            MemorySegment expectedA = arena.allocate(matrices.rows() * Scalars.BYTES, Scalars.BYTES);
            MemorySegment expectedB = arena.allocate(matrices.rows() * Scalars.BYTES, Scalars.BYTES);
            addTerms(expectedA, expectedB);
            assertThat(a.mismatch(expectedA)).isEqualTo(-1);
            assertThat(b.mismatch(expectedB)).isEqualTo(-1);
        }
    }

    @Test
    void stretches_of_any_length_make_the_whole() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment a = arena.allocate(matrices.rows() * Scalars.BYTES, Scalars.BYTES);
            MemorySegment b = arena.allocate(matrices.rows() * Scalars.BYTES, Scalars.BYTES);
            matrices.multiply(assignment, a, b, Work.UNATTENDED);
            ConstraintMatrices.Products products = matrices.with(assignment, Work.UNATTENDED);
            for (long first = 0; first < matrices.rows(); first += STRETCH) {
                long count = Math.min(STRETCH, matrices.rows() - first);
                MemorySegment someA = arena.allocate(count * Scalars.BYTES, Scalars.BYTES);
                MemorySegment someB = arena.allocate(count * Scalars.BYTES, Scalars.BYTES);
                products.write(first, count, someA, someB, Work.UNATTENDED);
                assertThat(someA.mismatch(a.asSlice(first * Scalars.BYTES, count * Scalars.BYTES)))
                        .as("A w from row %d", first)
                        .isEqualTo(-1);
                assertThat(someB.mismatch(b.asSlice(first * Scalars.BYTES, count * Scalars.BYTES)))
                        .as("B w from row %d", first)
                        .isEqualTo(-1);
            }
        }
    }

    @Test
    void a_flipped_bit_anywhere_breaks_a_row() {
        assertThat(matrices.firstUnsatisfied(assignment, Work.UNATTENDED)).isEmpty();
        for (long value = circuit.inputs(); value < circuit.variables(); value += STRETCH) {
            long at = value * Scalars.BYTES;
            byte old = assignment.values().get(ValueLayout.JAVA_BYTE, at);
            assignment.values().set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 1));
            assertThat(matrices.firstUnsatisfied(assignment, Work.UNATTENDED))
                    .as("value %d", value)
                    .isPresent();
            assignment.values().set(ValueLayout.JAVA_BYTE, at, old);
        }
    }

    private void addTerms(MemorySegment a, MemorySegment b) {
        PrimeField field = Curve.of(circuit.curve()).fr();
        long[] t = new long[2 * field.limbs()];
        CircuitTerms terms = new CircuitTerms(circuit, 3);
        for (int part = 0; part < terms.parts(); part++) {
            terms.forEach(
                    part,
                    (side, row, variable, coefficient) -> {
                        if (side != Side.C) {
                            add(field, side == Side.A ? a : b, row, variable, coefficient, t);
                        }
                    },
                    Work.UNATTENDED);
        }
        long[] one = field.newElement();
        field.setOne(one, 0);
        for (int input = 0; input < circuit.inputs(); input++) {
            add(field, a, circuit.rows() + input, input, one, t);
        }
    }

    private void add(PrimeField field, MemorySegment sums, long row, long variable, long[] coefficient, long[] t) {
        int n = field.limbs();
        field.read(assignment.values(), variable * Scalars.BYTES, t, 0);
        field.toMontgomery(t, 0, t, 0);
        field.mul(t, 0, coefficient, 0, t, 0);
        field.read(sums, row * Scalars.BYTES, t, n);
        field.add(t, 0, t, n, t, 0);
        field.write(t, 0, sums, row * Scalars.BYTES);
    }
}
