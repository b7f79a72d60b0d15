package io.proofmill.r1cs;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;
import java.util.StringJoiner;

/** One row of a circuit in readable form. */
public final class RowText {
    private RowText() {}

    /**
     * Which gadget wrote row {@code row}, and the row as {@code (A) * (B) = C} over {@code x0} (ONE) and inputs, {@code w0} and private variables.
     *
     * @throws BadInputException USAGE for a row that the circuit does not have
     */
    public static String print(Circuit circuit, long row) {
        if (row < 0 || row >= circuit.rows()) {
            throw new BadInputException(
                    ReasonCode.USAGE, circuit.name() + " has rows 0 to " + (circuit.rows() - 1) + ", not " + row);
        }
        Instances instances = circuit.instances();
        int instance = instances.holding((int) row);
        Template template = circuit.template(instance);
        int own = (int) row - instances.firstRow(instance);
        return "row " + row + " of " + circuit.name() + ": row " + own + " of " + template.rows() + " of "
                + template.name + " (instance " + instance + ", variables from w" + instances.auxBase(instance) + ")\n("
                + side(circuit, instance, 3 * own) + ") * (" + side(circuit, instance, 3 * own + 1) + ") = "
                + side(circuit, instance, 3 * own + 2);
    }

    private static String side(Circuit circuit, int instance, int combination) {
        Template template = circuit.template(instance);
        StringJoiner sum = new StringJoiner(" + ");
        sum.setEmptyValue("0");
        for (int term = template.start(combination); term < template.ends[combination]; term++) {
            int variable = circuit.instances().resolve(instance, template.variables[term]);
            String name = variable >= 0 ? "w" + variable : "x" + (-1 - variable);
            sum.add(coefficient(circuit, template.coefficients[term]) + name);
        }
        return sum.toString();
    }

    /** Negative coefficients as such; powers of two as such; 1 not at all. */
    private static String coefficient(Circuit circuit, int place) {
        BigInteger value = circuit.coefficients()[place];
        boolean negative = value.bitLength() == circuit.modulus().bitLength()
                && circuit.modulus().subtract(value).bitLength() < value.bitLength();
        BigInteger magnitude = negative ? circuit.modulus().subtract(value) : value;
        String sign = negative ? "-" : "";
        if (magnitude.equals(BigInteger.ONE)) {
            return sign;
        }
        boolean powerOfTwo = magnitude.bitCount() == 1 && magnitude.bitLength() > 8;
        return sign + (powerOfTwo ? "2^" + (magnitude.bitLength() - 1) : magnitude) + " ";
    }
}
