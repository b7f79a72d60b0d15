package io.proofmill.r1cs;

import io.proofmill.math.CurveId;
import java.math.BigInteger;

/**
 * An arithmetic circuit as instances of templates. Immutable. Variables are ordered inputs first (input 0 is ONE), then private variables; rows in the order in which they were enforced. The rows {@code x_i * 0 = 0} that
 * Groth16 adds for inputs are not part of it.
 */
public final class Circuit {
    private final String name;
    private final CurveId curve;
    private final BigInteger modulus;
    private final BigInteger[] coefficients;
    private final Template[] templates;
    private final Instances instances;
    private final int inputs;
    private final int auxiliaries;
    private final long rows;

    Circuit(
            String name,
            CurveId curve,
            BigInteger modulus,
            BigInteger[] coefficients,
            Template[] templates,
            Instances instances,
            int inputs,
            int auxiliaries,
            long rows) {
        this.name = name;
        this.curve = curve;
        this.modulus = modulus;
        this.coefficients = coefficients;
        this.templates = templates;
        this.instances = instances;
        this.inputs = inputs;
        this.auxiliaries = auxiliaries;
        this.rows = rows;
    }

    public String name() {
        return name;
    }

    public CurveId curve() {
        return curve;
    }

    /** Modulus of the scalar field. */
    public BigInteger modulus() {
        return modulus;
    }

    /** Public inputs, ONE included. */
    public int inputs() {
        return inputs;
    }

    /** Private variables. */
    public int auxiliaries() {
        return auxiliaries;
    }

    /** All variables: the length of an assignment. */
    public long variables() {
        return (long) inputs + auxiliaries;
    }

    /** Constraints, without the rows that Groth16 adds for inputs. */
    public long rows() {
        return rows;
    }

    /** Non-zero coefficients on one side of all rows. */
    public long nonZeros(Side side) {
        long[] perTemplate = new long[templates.length];
        for (int i = 0; i < templates.length; i++) {
            perTemplate[i] = templates[i].nonZeros(side.place());
        }
        long sum = 0;
        for (int i = 0; i < instances.count(); i++) {
            sum += perTemplate[instances.template(i)];
        }
        return sum;
    }

    public int templateCount() {
        return templates.length;
    }

    public int instanceCount() {
        return instances.count();
    }

    /** Bytes that the matrices take in memory: templates, instances, coefficients. */
    public long matrixBytes() {
        long sum = instances.bytes() + 32L * coefficients.length;
        for (Template template : templates) {
            sum += template.bytes();
        }
        return sum;
    }

    BigInteger[] coefficients() {
        return coefficients;
    }

    Template template(int instance) {
        return templates[instances.template(instance)];
    }

    Template[] templates() {
        return templates;
    }

    Instances instances() {
        return instances;
    }
}
