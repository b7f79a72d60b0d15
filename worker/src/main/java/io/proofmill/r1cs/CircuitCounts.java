package io.proofmill.r1cs;

import io.proofmill.math.Density;
import java.util.stream.IntStream;

/**
 * A circuit in numbers.
 *
 * @param inputs with ONE
 * @param densityA private variables with a non-zero coefficient in A
 * @param densityB private variables with a non-zero coefficient in B
 * @param densityInputsB inputs, ONE included, with a non-zero coefficient in B
 */
public record CircuitCounts(
        String circuit,
        long inputs,
        long auxiliaries,
        long constraints,
        long nonZerosA,
        long nonZerosB,
        long nonZerosC,
        long densityA,
        long densityB,
        long densityInputsB) {
    public static CircuitCounts of(Circuit circuit) {
        Density a = Densities.of(circuit, Side.A);
        Density b = Densities.of(circuit, Side.B);
        return new CircuitCounts(
                circuit.name(),
                circuit.inputs(),
                circuit.auxiliaries(),
                circuit.rows(),
                circuit.nonZeros(Side.A),
                circuit.nonZeros(Side.B),
                circuit.nonZeros(Side.C),
                a.count() - inputs(a, circuit),
                b.count() - inputs(b, circuit),
                inputs(b, circuit));
    }

    private static long inputs(Density density, Circuit circuit) {
        return IntStream.range(0, circuit.inputs()).filter(density::contains).count();
    }
}
