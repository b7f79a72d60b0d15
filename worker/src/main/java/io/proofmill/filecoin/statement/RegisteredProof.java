package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.FilecoinCircuit;
import java.util.Optional;

/** The network's names of proofs: a kind's prefix, a sector size, a version, such as {@code StackedDrgWindow32GiBV1_2}. Source: filecoin-proofs-api, {@code registry.rs}. */
public final class RegisteredProof {
    private RegisteredProof() {}

    /** The version at the end of a circuit's registered proof, such as {@code V1_1}; nothing for a proof of another kind or size. */
    public static Optional<String> version(FilecoinCircuit circuit, String registered) {
        String start = start(circuit);
        return registered.startsWith(start + "V")
                ? Optional.of(registered.substring(start.length()))
                : Optional.empty();
    }

    /** The name of a circuit's proof of a version. */
    public static String name(FilecoinCircuit circuit, String version) {
        return start(circuit) + version;
    }

    private static String start(FilecoinCircuit circuit) {
        String kind = switch (circuit.kind()) {
            case POREP, SNAP -> "";
            case WINDOW -> "Window";
            case WINNING -> "Winning";
        };
        return "StackedDrg" + kind + circuit.size().label();
    }
}
