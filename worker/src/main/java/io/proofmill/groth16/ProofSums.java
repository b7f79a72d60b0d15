package io.proofmill.groth16;

import io.proofmill.math.Point;
import java.math.BigInteger;

/**
 * The five sums that a prover computes over a key, before blinding. They are what a device brings back to the host.
 *
 * @param a over the A query
 * @param b1 over the B query in G1
 * @param b2 over the B query in G2
 * @param l over the private variables
 * @param h over the quotient
 */
public record ProofSums(Point a, Point b1, Point b2, Point l, Point h) {
    /** A = alpha + a + r delta, B = beta + b + s delta, C = l + h + s A + r B1 - r s delta, with B1 the image of B in G1. */
    public Proof assemble(ProvingKey key, Blinding blinding) {
        KeyConstants constants = key.constants();
        BigInteger r = blinding.r();
        BigInteger s = blinding.s();
        Point proofA = constants.alpha1().add(a).add(constants.delta1().times(r));
        Point proofB = constants.beta2().add(b2).add(constants.delta2().times(s));
        Point imageOfB = constants.beta1().add(b1).add(constants.delta1().times(s));
        Point proofC = l.add(h)
                .add(proofA.times(s))
                .add(imageOfB.times(r))
                .subtract(constants
                        .delta1()
                        .times(r.multiply(s).mod(constants.delta1().group().order())));
        return new Proof(key.shape().curve(), proofA, proofB, proofC);
    }
}
