package io.proofmill.r1cs;

import io.proofmill.math.Curve;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Work;

/** All terms of a circuit, row after row, for what needs to see each once. Parts of the rows may be walked by different threads at the same time. */
public final class CircuitTerms {
    private final Circuit circuit;
    private final long[][] coefficients;
    private final int[] starts;

    /** @param parts about how many parts of the same number of rows to make */
    public CircuitTerms(Circuit circuit, int parts) {
        this.circuit = circuit;
        this.coefficients = coefficients(circuit);
        this.starts = circuit.instances().pieces(Math.ceilDiv(Math.max(1, circuit.rows()), parts));
    }

    /** Sees one term. The variable counts inputs first; the coefficient is in Montgomery form and must not be changed. */
    @FunctionalInterface
    public interface Visitor {
        void term(Side side, long row, long variable, long[] coefficient);
    }

    /** How many parts there are. */
    public int parts() {
        return starts.length - 1;
    }

    /** Visits the circuit's own rows of a part, not those that Groth16 adds for inputs. */
    public void forEach(int part, Visitor visitor, Work work) {
        Instances instances = circuit.instances();
        for (int i = starts[part]; i < starts[part + 1]; i++) {
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
