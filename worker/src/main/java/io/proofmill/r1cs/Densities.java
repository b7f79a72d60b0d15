package io.proofmill.r1cs;

import io.proofmill.math.Density;
import java.util.Arrays;

/** Which variables have a non-zero coefficient somewhere on one side of a circuit. bellman's keys hold query points for those only. */
public final class Densities {
    private Densities() {}

    /**
     * Over the whole assignment, inputs first. Only the circuit's own rows count. Scans every instance once; the rows inside a template once per template.
     */
    public static Density of(Circuit circuit, Side side) {
        long[] bits = bits(circuit, side);
        return new Density(bits, circuit.variables());
    }

    /** The same with every input counted, as Groth16's rows {@code x_i * 0 = 0} make them for A. */
    public static Density withAllInputs(Circuit circuit, Side side) {
        long[] bits = bits(circuit, side);
        for (int i = 0; i < circuit.inputs(); i++) {
            set(bits, i);
        }
        return new Density(bits, circuit.variables());
    }

    private static long[] bits(Circuit circuit, Side side) {
        int[][] touched = new int[circuit.templates().length][];
        for (int i = 0; i < touched.length; i++) {
            touched[i] = touched(circuit.templates()[i], side);
        }
        long[] bits = new long[Math.toIntExact((circuit.variables() + Long.SIZE - 1) / Long.SIZE)];
        Instances instances = circuit.instances();
        for (int i = 0; i < instances.count(); i++) {
            for (int code : touched[instances.template(i)]) {
                int variable = instances.resolve(i, code);
                set(bits, variable >= 0 ? circuit.inputs() + (long) variable : -1 - variable);
            }
        }
        return bits;
    }

    private static void set(long[] bits, long index) {
        bits[(int) (index >>> 6)] |= 1L << index;
    }

    private static int[] touched(Template template, Side side) {
        IntList codes = new IntList();
        for (int c = side.place(); c < template.ends.length; c += 3) {
            for (int term = template.start(c); term < template.ends[c]; term++) {
                codes.add(template.variables[term]);
            }
        }
        return Arrays.stream(codes.toArray()).sorted().distinct().toArray();
    }
}
