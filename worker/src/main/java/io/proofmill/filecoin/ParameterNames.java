package io.proofmill.filecoin;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names of the network's key files, as in its {@code parameters.json}: {@code v28-PREFIX-SHA256(identifier).params} and {@code .vk}.
 *
 * <p>Source: rust-fil-proofs, {@code storage-proofs-core/src/parameter_cache.rs} and the identifiers of the proofs' public parameters.
 */
public final class ParameterNames {
    private static final String VERSION = "v28-";

    private ParameterNames() {}

    /** The name without its ending. */
    public static String of(FilecoinCircuit circuit) {
        SectorSize size = circuit.size();
        String tree =
                "merkletree-poseidon_hasher-" + SectorSize.BASE_ARITY + "-" + size.subArity() + "-" + size.topArity();
        return switch (circuit.kind()) {
            case POREP -> name("stacked-proof-of-replication-" + tree + "-sha256_hasher", porep(size, tree));
            case WINDOW ->
                name(
                        "proof-of-spacetime-fallback-" + tree,
                        post(size, SectorSize.WINDOW_CHALLENGES, size.windowSectors()));
            case WINNING -> name("proof-of-spacetime-fallback-" + tree, post(size, 1, SectorSize.WINNING_CHALLENGES));
            case SNAP ->
                name(
                        "empty-sector-update-" + tree,
                        "empty_sector_update::PublicParams{ sector_nodes: " + size.nodes() + " }");
        };
    }

    /** The file with that ending in a folder: under the network's name, or under the circuit's label where there is no such file. */
    public static Path find(Path folder, FilecoinCircuit circuit, String ending) {
        Path official = folder.resolve(of(circuit) + ending);
        return Files.exists(official) ? official : folder.resolve(circuit.label() + ending);
    }

    private static String porep(SectorSize size, String tree) {
        return "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph{expansion_degree: 8 base_graph: "
                + "drgraph::BucketGraph{size: " + size.nodes() + "; degree: 6; hasher: poseidon_hasher} }, "
                + "challenges: LayerChallenges { layers: " + size.layers() + ", max_count: "
                + size.porep().challenges() + " }, tree: " + tree + " }";
    }

    private static String post(SectorSize size, int challenges, int sectors) {
        return "FallbackPoSt::PublicParams{sector_size: " + size.bytes() + ", challenge_count: " + challenges
                + ", sector_count: " + sectors + "}";
    }

    private static String name(String prefix, String identifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(identifier.getBytes(StandardCharsets.US_ASCII));
            return VERSION + prefix + "-" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK has SHA-256", e);
        }
    }
}
