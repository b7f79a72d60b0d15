package io.proofmill.engine;

import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checked proofs of parts whose task is not whole yet. A proof of the same public inputs under the same key serves whoever asks for it, so a task that is tried again goes on where its last attempt
 * ended. Held in memory: what a worker had finished is lost with its process. Thread-safe.
 */
final class FinishedParts {
    /** A few hundred bytes each; the longest unused go first. */
    private static final int MOST = 4096;

    private final Map<Claim, PartProof> proofs = new LinkedHashMap<>(16, 0.75f, true);

    /** What a part's proof claims, under which key. */
    record Claim(String circuit, String version, List<BigInteger> publicInputs) {}

    synchronized Optional<PartProof> find(Claim claim) {
        return Optional.ofNullable(proofs.get(claim));
    }

    synchronized void keep(Claim claim, PartProof proof) {
        proofs.put(claim, proof);
        if (proofs.size() > MOST) {
            proofs.remove(proofs.keySet().iterator().next());
        }
    }

    synchronized void drop(Collection<Claim> claims) {
        proofs.keySet().removeAll(claims);
    }
}
