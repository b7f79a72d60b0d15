package io.proofmill.r1cs;

/**
 * The rows of a gadget for one shape of its arguments, relative to the instance's own variables. A row is three combinations, A then B then C; combination {@code s} of row {@code r} is the
 * terms from {@code ends[3r + s - 1]} to {@code ends[3r + s]}, sorted and merged.
 */
final class Template {
    final String name;
    final int arguments;
    final int inputs;
    final int auxiliaries;
    final int[] ends;
    final int[] variables;
    final int[] coefficients;

    Template(String name, int arguments, int inputs, int auxiliaries, int[] ends, int[] variables, int[] coefficients) {
        this.name = name;
        this.arguments = arguments;
        this.inputs = inputs;
        this.auxiliaries = auxiliaries;
        this.ends = ends;
        this.variables = variables;
        this.coefficients = coefficients;
    }

    int rows() {
        return ends.length / 3;
    }

    /** Index of the first term of a combination. */
    int start(int combination) {
        return combination == 0 ? 0 : ends[combination - 1];
    }

    /** Terms on one side (0 A, 1 B, 2 C) of all rows. */
    long nonZeros(int side) {
        long sum = 0;
        for (int combination = side; combination < ends.length; combination += 3) {
            sum += ends[combination] - start(combination);
        }
        return sum;
    }

    long bytes() {
        return 4L * (ends.length + variables.length + coefficients.length);
    }
}
