package io.proofmill.r1cs;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** One row as a gadget: its coefficients belong to the template, its variables are arguments. */
record SingleRow(List<Term> a, List<Term> b, List<Term> c) implements Gadget {
    private static final int ONE = -1;

    /** @param argument place among the arguments, or -1 for the constant ONE */
    record Term(BigInteger coefficient, int argument) {}

    /** A row taken apart. */
    record Bound(SingleRow gadget, List<Num> arguments) {}

    static Bound of(LinearCombination a, LinearCombination b, LinearCombination c) {
        List<Num> arguments = new ArrayList<>();
        SingleRow row = new SingleRow(terms(a, arguments), terms(b, arguments), terms(c, arguments));
        return new Bound(row, arguments);
    }

    @Override
    public String name() {
        return "row";
    }

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        cs.enforce(combination(a, arguments), combination(b, arguments), combination(c, arguments));
        return List.of();
    }

    private static List<Term> terms(LinearCombination combination, List<Num> arguments) {
        List<Term> terms = new ArrayList<>();
        for (int i = 0; i < combination.size(); i++) {
            Variable variable = Variable.ofCode(combination.code(i));
            if (variable.equals(Variable.ONE)) {
                terms.add(new Term(combination.coefficient(i), ONE));
            } else {
                terms.add(new Term(combination.coefficient(i), arguments.size()));
                arguments.add(new Num(variable));
            }
        }
        return List.copyOf(terms);
    }

    private static LinearCombination combination(List<Term> terms, List<? extends Wire> arguments) {
        LinearCombination sum = LinearCombination.zero();
        for (Term term : terms) {
            sum.plus(
                    term.coefficient,
                    term.argument == ONE ? Variable.ONE : ((Num) arguments.get(term.argument)).variable());
        }
        return sum;
    }
}
