package io.proofmill.filecoin;

import io.proofmill.filecoin.circuit.PorepCircuit;
import io.proofmill.filecoin.circuit.PostCircuit;
import io.proofmill.filecoin.circuit.SnapCircuit;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.r1cs.Circuit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One of the network's twenty circuits. Its name is {@code filecoin/KIND-SIZE}, such as {@code filecoin/porep-32GiB}. */
public record FilecoinCircuit(ProofKind kind, SectorSize size) {
    /** What circuit names of this room start with. */
    public static final String PREFIX = "filecoin/";

    public String name() {
        return PREFIX + label();
    }

    /** The name without the prefix, as in the names of files. */
    public String label() {
        return kind.label() + "-" + size.label();
    }

    /** All twenty. */
    public static List<FilecoinCircuit> all() {
        return Arrays.stream(ProofKind.values())
                .flatMap(kind -> Arrays.stream(SectorSize.values()).map(size -> new FilecoinCircuit(kind, size)))
                .toList();
    }

    /** The circuit of that name, if there is one. */
    public static Optional<FilecoinCircuit> find(String name) {
        return all().stream().filter(circuit -> circuit.name().equals(name)).findFirst();
    }

    /**
     * The circuit of that name.
     *
     * @throws BadInputException UNKNOWN_CIRCUIT
     */
    public static FilecoinCircuit of(String name) {
        return find(name)
                .orElseThrow(() -> new BadInputException(
                        ReasonCode.UNKNOWN_CIRCUIT,
                        "no Filecoin circuit is called " + name + "; there are "
                                + all().stream().map(FilecoinCircuit::name).collect(Collectors.joining(", "))));
    }

    /** Records the circuit of one part. Takes about a second for the largest. */
    public Circuit build() {
        return switch (kind) {
            case POREP -> PorepCircuit.build(label(), size);
            case WINDOW -> PostCircuit.build(label(), size, size.windowSectors(), SectorSize.WINDOW_CHALLENGES);
            case WINNING -> PostCircuit.build(label(), size, SectorSize.WINNING_CHALLENGES, 1);
            case SNAP -> SnapCircuit.build(label(), size);
        };
    }
}
