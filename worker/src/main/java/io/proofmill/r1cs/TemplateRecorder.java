package io.proofmill.r1cs;

import java.math.BigInteger;
import java.util.List;

/** Writes down the rows of one gadget; gadgets inside it are written in place. */
final class TemplateRecorder implements ConstraintSystem {
    private final BigInteger modulus;
    private final CoefficientTable table;
    private final IntList ends = new IntList();
    private final IntList variables = new IntList();
    private final IntList coefficients = new IntList();
    private int inputs;
    private int auxiliaries;

    TemplateRecorder(BigInteger modulus, CoefficientTable table) {
        this.modulus = modulus;
        this.table = table;
    }

    @Override
    public Num alloc() {
        return new Num(Variable.aux(auxiliaries++));
    }

    @Override
    public Num allocInput() {
        return new Num(Variable.input(++inputs));
    }

    @Override
    public void enforce(LinearCombination a, LinearCombination b, LinearCombination c) {
        write(a);
        write(b);
        write(c);
    }

    @Override
    public List<Wire> instance(Gadget gadget, List<? extends Wire> arguments) {
        return gadget.synthesize(this, arguments);
    }

    Template template(String name, int arguments) {
        return new Template(
                name, arguments, inputs, auxiliaries, ends.toArray(), variables.toArray(), coefficients.toArray());
    }

    private void write(LinearCombination combination) {
        LinearCombination canonical = combination.canonical(modulus);
        for (int i = 0; i < canonical.size(); i++) {
            variables.add(canonical.code(i));
            coefficients.add(table.place(canonical.coefficient(i)));
        }
        ends.add(variables.size());
    }
}
