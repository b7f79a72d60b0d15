package io.proofmill.r1cs;

import io.proofmill.math.Curve;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Work;

/** All terms of a circuit, row after row, for what needs to see each once. */
public final class CircuitTerms {
    private CircuitTerms() {}

    /** Sees one term. The variable counts inputs first; the coefficient is in Montgomery form and only valid during the call. */
    @FunctionalInterface
    public interface Visitor {
        void term(Side side, long row, long variable, long[] coefficient);
    }

    /** Visits the circuit's own rows, not those that Groth16 adds for inputs. */
    public static void forEach(Circuit circuit, Visitor visitor, Work work) {
        long[][] coefficients = coefficients(circuit);
        Instances instances = circuit.instances();
        for (int i = 0; i < instances.count(); i++) {
            work.checkpoint();
            Template template = circuit.template(i);
            for (int c = 0; c < template.ends.length; c++) {
                Side side = Side.at(c % 3);
                long row = (long) instances.firstRow(i) + c / 3;
                for (int term = template.start(c); term < template.ends[c]; term++) {
                    int variable = instances.resolve(i, template.variables[term]);
                    long index = variable >= 0 ? (long) circuit.inputs() + variable : -1L - variable;
                    visitor.term(side, row, index, coefficients[template.coefficients[term]]);
                }
            }
        }
    }

    private static long[][] coefficients(Circuit circuit) {
        PrimeField field = Curve.of(circuit.curve()).fr();
        long[][] out = new long[circuit.coefficients().length][field.limbs()];
        for (int i = 0; i < out.length; i++) {
            field.fromBigInteger(circuit.coefficients()[i], out[i], 0);
        }
        return out;
    }
}
