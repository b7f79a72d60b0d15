package io.proofmill.groth16;

import io.proofmill.math.Curve;
import io.proofmill.math.Pairing.Pair;
import io.proofmill.math.Point;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Checks e(A, B) = e(alpha, beta) e(sum of inputs, gamma) e(C, delta) with one product of pairings. Many claims for one key are checked together: each
 * equation is raised to a random power, so that a false one cannot be made up for by another, and only the pairings with A and B stay apart (the batch check
 * of Bowe et al., "Zexe", 2018, and of Filecoin's verifiers).
 */
public final class PairingVerifier implements Verifier {
    /** A false claim slips through a batch with probability 2^-128. */
    private static final int WEIGHT_BITS = 128;

    private final SecureRandom random;

    /**
     * @param random source of the batch's weights, unknown to whoever made the proofs
     */
    public PairingVerifier(SecureRandom random) {
        this.random = random;
    }

    @Override
    public boolean verify(VerifyingKey key, Claim claim) {
        Verifier.requireFit(key, claim);
        return Verifier.isWellFormed(key, claim) && holds(key, claim);
    }

    @Override
    public OptionalInt firstInvalid(VerifyingKey key, List<Claim> claims) {
        claims.forEach(claim -> Verifier.requireFit(key, claim));
        boolean wellFormed = claims.stream().allMatch(claim -> Verifier.isWellFormed(key, claim));
        if (wellFormed && allHold(key, claims)) {
            return OptionalInt.empty();
        }
        for (int i = 0; i < claims.size(); i++) {
            if (!verify(key, claims.get(i))) {
                return OptionalInt.of(i);
            }
        }
        throw new IllegalStateException("the batched check failed, yet each of " + claims.size() + " proofs holds");
    }

    private static boolean holds(VerifyingKey key, Claim claim) {
        Proof proof = claim.proof();
        return Curve.of(key.curve())
                .pairing()
                .productIsOne(List.of(
                        new Pair(proof.a(), proof.b()),
                        new Pair(key.alpha1().negate(), key.beta2()),
                        new Pair(inputSum(key, claim).negate(), key.gamma2()),
                        new Pair(proof.c().negate(), key.delta2())));
    }

    private boolean allHold(VerifyingKey key, List<Claim> claims) {
        Curve curve = Curve.of(key.curve());
        List<Pair> pairs = new ArrayList<>();
        Point inputs = curve.g1().infinity();
        Point c = curve.g1().infinity();
        BigInteger total = BigInteger.ZERO;
        for (Claim claim : claims) {
            BigInteger weight = pairs.isEmpty() ? BigInteger.ONE : new BigInteger(WEIGHT_BITS, random);
            Proof proof = claim.proof();
            pairs.add(new Pair(proof.a().times(weight), proof.b()));
            inputs = inputs.add(inputSum(key, claim).times(weight));
            c = c.add(proof.c().times(weight));
            total = total.add(weight);
        }
        pairs.add(new Pair(key.alpha1().times(total).negate(), key.beta2()));
        pairs.add(new Pair(inputs.negate(), key.gamma2()));
        pairs.add(new Pair(c.negate(), key.delta2()));
        return curve.pairing().productIsOne(pairs);
    }

    /** IC[0] plus input i times IC[i + 1]. */
    private static Point inputSum(VerifyingKey key, Claim claim) {
        Point sum = key.ic().getFirst();
        for (int i = 0; i < key.publicInputs(); i++) {
            sum = sum.add(key.ic().get(i + 1).times(claim.publicInputs().get(i)));
        }
        return sum;
    }
}
