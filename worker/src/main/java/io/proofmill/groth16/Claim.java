package io.proofmill.groth16;

import java.math.BigInteger;
import java.util.List;

/**
 * A proof with the public inputs that it is said to be for.
 *
 * @param publicInputs without the constant 1
 */
public record Claim(List<BigInteger> publicInputs, Proof proof) {
    public Claim {
        publicInputs = List.copyOf(publicInputs);
    }
}
