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
    public Products with(Assignment w, Work work) {
        RowProducts.OfAssignment own = products.with(w.values(), work);
        return (first, count, a, b, later) -> write(w, own, first, count, a, b, later);
    }

    private void write(
            Assignment w,
            RowProducts.OfAssignment products,
            long first,
            long count,
            MemorySegment a,
            MemorySegment b,
            Work work) {
        long own = Math.clamp(circuit.rows() - first, 0L, count);
        products.write(first, own, a, b, work);
        if (own < count) {
            long input = first + own - circuit.rows();
            long inputs = count - own;
            Elementwise.of(Curve.of(circuit.curve()).fr())
                    .toMontgomery(
                            w.values().asSlice(input * Scalars.BYTES, inputs * Scalars.BYTES),
                            a.asSlice(own * Scalars.BYTES, inputs * Scalars.BYTES),
                            inputs,
                            work);
            b.asSlice(own * Scalars.BYTES, inputs * Scalars.BYTES).fill((byte) 0);
        }
    }

    @Override
    public OptionalLong firstUnsatisfied(Assignment assignment, Work work) {
        return products.with(assignment.values(), work).firstUnsatisfied(work);
    }
}
