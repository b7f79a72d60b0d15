package io.proofmill.r1cs;

import java.util.Arrays;
import java.util.List;

/** The variables that an instance's arguments stand for, oldest first and each once, and the shape that is left when they are taken out. */
final class Binding {
    private static final int FALSE = -1;
    private static final int TRUE = -2;

    private final int[] variables;
    private final int[] shape;

    private Binding(int[] variables, int[] shape) {
        this.variables = variables;
        this.shape = shape;
    }

    static Binding of(List<? extends Wire> arguments) {
        int[] indexes = new int[arguments.size()];
        int count = 0;
        for (Wire argument : arguments) {
            Variable variable = variable(argument);
            if (variable != null) {
                indexes[count++] = auxiliary(variable);
            }
        }
        int[] variables = Arrays.stream(indexes, 0, count).sorted().distinct().toArray();
        int[] shape = new int[arguments.size()];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = shape(arguments.get(i), variables);
        }
        return new Binding(variables, shape);
    }

    int[] variables() {
        return variables;
    }

    /** One int an argument: constant, or slot with its kind. */
    int[] shape() {
        return shape;
    }

    /** The arguments as a template sees them. */
    List<Wire> symbolic(List<? extends Wire> arguments) {
        return arguments.stream().map(this::symbolic).toList();
    }

    private Wire symbolic(Wire argument) {
        Variable variable = variable(argument);
        return variable == null ? argument : with(argument, Variable.argument(slot(variable, variables)));
    }

    /** The same kind of wire on another variable. */
    static Wire with(Wire wire, Variable variable) {
        if (wire instanceof Num) {
            return new Num(variable);
        }
        return wire instanceof Bit.Is ? new Bit.Is(variable) : new Bit.Not(variable);
    }

    /** The variable under a wire, null for a constant. */
    static Variable variable(Wire wire) {
        if (wire instanceof Num num) {
            return num.variable();
        }
        if (wire instanceof Bit.Is is) {
            return is.variable();
        }
        return wire instanceof Bit.Not not ? not.variable() : null;
    }

    private static int shape(Wire argument, int[] variables) {
        return switch (argument) {
            case Num num -> 3 * slot(num.variable(), variables);
            case Bit.Is is -> 3 * slot(is.variable(), variables) + 1;
            case Bit.Not not -> 3 * slot(not.variable(), variables) + 2;
            case Bit.Constant constant -> constant.value() ? TRUE : FALSE;
        };
    }

    private static int slot(Variable variable, int[] variables) {
        return Arrays.binarySearch(variables, variable.index());
    }

    private static int auxiliary(Variable variable) {
        if (variable.kind() != Variable.Kind.AUX) {
            throw new IllegalArgumentException("a gadget's arguments are private variables, not " + variable);
        }
        return variable.index();
    }
}
