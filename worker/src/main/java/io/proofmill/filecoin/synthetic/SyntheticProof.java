package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.statement.PorepVariant;
import java.util.List;

/**
 * What a sealing pipeline would hand over for one proof: a statement and vanilla proofs that show it, made up from a seed. Trees, columns and labels are consistent wherever the proof opens them, so that the circuit is satisfied at
 * true size.
 *
 * @param publicJson what a verifier knows, as {@link io.proofmill.filecoin.format.PublicFile} reads it
 * @param vanilla in the order that a job takes them
 */
public record SyntheticProof(String publicJson, List<File> vanilla) {
    /** Actor that all made-up sectors belong to. */
    static final long MINER = 1000;

    public SyntheticProof {
        vanilla = List.copyOf(vanilla);
    }

    /** A vanilla proof with the name that its file would have. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes of a file, never compared
    public record File(String name, byte[] bytes) {}

    /**
     * A PoRep of another variant.
     *
     * @throws io.proofmill.math.BadInputException USAGE for sizes above 2KiB: what the replica decides on needs the whole replica
     */
    public static SyntheticProof porep(SectorSize size, PorepVariant variant, long seed) {
        return new PorepMaker(size, variant, new RandomNodes(seed, variant.version())).make();
    }

    /** The same seed gives the same bytes. */
    public static SyntheticProof of(FilecoinCircuit circuit, long seed) {
        SectorSize size = circuit.size();
        RandomNodes random = new RandomNodes(seed, circuit.label());
        return switch (circuit.kind()) {
            case POREP -> new PorepMaker(size, PorepVariant.INTERACTIVE, random).make();
            case WINDOW -> PostMaker.make(ProofKind.WINDOW, size, size.windowSectors(), random);
            case WINNING -> PostMaker.make(ProofKind.WINNING, size, 1, random);
            case SNAP -> new SnapMaker(size, random).make();
        };
    }
}
