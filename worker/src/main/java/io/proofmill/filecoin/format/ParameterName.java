package io.proofmill.filecoin.format;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.SectorSize;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The names under which the network publishes a circuit's keys: {@code v28-PREFIX-DIGEST.params} and {@code .vk}, where the digest is the SHA-256 of a text that describes the circuit.
 * Source: {@code CacheableParameters} of storage-proofs-core and the {@code identifier} of each kind's public parameters in rust-fil-proofs.
 */
public final class ParameterName {
    private static final int VERSION = 28;

    private ParameterName() {}

    /** The name without its ending. */
    public static String of(FilecoinCircuit circuit) {
        return "v" + VERSION + "-" + prefix(circuit) + "-" + sha256(identifier(circuit));
    }

    private static String prefix(FilecoinCircuit circuit) {
        String tree = tree(circuit.size());
        return switch (circuit.kind()) {
            case POREP -> "stacked-proof-of-replication-" + tree + "-sha256_hasher";
            case WINDOW, WINNING -> "proof-of-spacetime-fallback-" + tree;
            case SNAP -> "empty-sector-update-" + tree;
        };
    }

    private static String identifier(FilecoinCircuit circuit) {
        SectorSize size = circuit.size();
        return switch (circuit.kind()) {
            case POREP ->
                "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph{expansion_degree: 8 base_graph: drgraph::BucketGraph{size: "
                        + size.nodes()
                        + "; degree: 6; hasher: poseidon_hasher} }, challenges: LayerChallenges { layers: "
                        + size.layers() + ", max_count: " + size.porep().challenges() + " }, tree: " + tree(size)
                        + " }";
            case WINDOW -> fallback(size, SectorSize.WINDOW_CHALLENGES, size.windowSectors());
            case WINNING -> fallback(size, 1, SectorSize.WINNING_CHALLENGES);
            case SNAP -> "empty_sector_update::PublicParams{ sector_nodes: " + size.nodes() + " }";
        };
    }

    private static String fallback(SectorSize size, int challenges, int sectors) {
        return "FallbackPoSt::PublicParams{sector_size: " + size.bytes() + ", challenge_count: " + challenges
                + ", sector_count: " + sectors + "}";
    }

    private static String tree(SectorSize size) {
        return "merkletree-poseidon_hasher-" + SectorSize.BASE_ARITY + "-" + size.subArity() + "-" + size.topArity();
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
