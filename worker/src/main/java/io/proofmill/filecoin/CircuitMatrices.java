package io.proofmill.filecoin;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ConstraintCheck;
import io.proofmill.groth16.ConstraintMatrices;
import io.proofmill.math.Curve;
import io.proofmill.math.Elementwise;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.RowProducts;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/** The matrices of a circuit of templates, as the prover wants them: the circuit's rows, then a row {@code x_i * 0 = 0} for each input. */
public final class CircuitMatrices implements ConstraintMatrices, ConstraintCheck {
    private final Circuit circuit;
    private final RowProducts products;

    public CircuitMatrices(Circuit circuit) {
        this.circuit = circuit;
        this.products = new RowProducts(circuit);
    }

    @Override
    public long rows() {
        return circuit.rows() + circuit.inputs();
    }

    @Override
    public void multiply(Assignment w, MemorySegment a, MemorySegment b, Work work) {
        products.multiply(w.values(), a, b, work);
        long start = circuit.rows() * Scalars.BYTES;
        long bytes = (long) circuit.inputs() * Scalars.BYTES;
        Elementwise.of(Curve.of(circuit.curve()).fr())
                .toMontgomery(w.values(), a.asSlice(start, bytes), circuit.inputs(), work);
        b.asSlice(start, bytes).fill((byte) 0);
    }

    @Override
    public OptionalLong firstUnsatisfied(Assignment assignment, Work work) {
        return products.firstUnsatisfied(assignment.values(), work);
    }
}
