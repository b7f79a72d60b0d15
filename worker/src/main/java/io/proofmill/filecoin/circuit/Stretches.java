package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.WitnessWriter;
import java.lang.foreign.MemorySegment;

/**
 * Where the repeated pieces of a circuit lie in its assignment: they follow each other and are equally long.
 *
 * @param input first input of the first piece
 * @param inputs of one piece
 * @param variable first private variable of the first piece, counted from the assignment's start
 * @param variables of one piece
 */
record Stretches(long input, long inputs, long variable, long variables) {
    /** The pieces fill what {@code shared} has left over. */
    static Stretches after(Values shared, Circuit circuit, int pieces) {
        long input = shared.inputs.position();
        long variable = shared.out.position();
        return new Stretches(
                input, (circuit.inputs() - input) / pieces, variable, (circuit.variables() - variable) / pieces);
    }

    Values at(MemorySegment values, long piece) {
        return new Values(
                new WitnessWriter(values, input + piece * inputs),
                new WitnessWriter(values, variable + piece * variables));
    }

    /** A piece that wrote more or less than its stretch would have shifted every variable after it. */
    void requireFilled(Values piece, long index) {
        if (piece.inputs.position() != input + (index + 1) * inputs
                || piece.out.position() != variable + (index + 1) * variables) {
            throw new IllegalStateException("piece " + index + " ended at variable " + piece.out.position()
                    + " and input " + piece.inputs.position() + " of " + this);
        }
    }
}
