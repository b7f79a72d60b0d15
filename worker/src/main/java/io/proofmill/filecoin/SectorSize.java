package io.proofmill.filecoin;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The sector sizes with what the network fixes for each.
 *
 * <p>Source: rust-fil-proofs, {@code filecoin-proofs/src/constants.rs} and {@code storage-proofs-update/src/constants.rs}.
 */
public enum SectorSize {
    KIB_2("2KiB", 11, 0, 0, 2, 1, 2, 2, 1, 10, 8),
    MIB_8("8MiB", 23, 0, 0, 2, 1, 2, 2, 4, 10, 128),
    MIB_512("512MiB", 29, 0, 0, 2, 1, 2, 2, 16, 86, 128),
    GIB_32("32GiB", 35, 8, 0, 11, 10, 18, 2349, 16, 86, 128),
    GIB_64("64GiB", 36, 8, 2, 11, 10, 18, 2300, 16, 86, 128);

    /** Arity of base trees of TreeC and TreeR. */
    public static final int BASE_ARITY = 8;

    /** Challenges to a sector in WindowPoSt. */
    public static final int WINDOW_CHALLENGES = 10;

    /** Challenges to the one sector of WinningPoSt. */
    public static final int WINNING_CHALLENGES = 66;

    private static final int LOG_NODE_BYTES = 5;

    private final String label;
    private final int logBytes;
    private final int subArity;
    private final int topArity;
    private final int layers;
    private final int porepParts;
    private final int porepChallenges;
    private final int windowSectors;
    private final int snapParts;
    private final int snapChallenges;
    private final int snapApexLeaves;

    SectorSize(
            String label,
            int logBytes,
            int subArity,
            int topArity,
            int layers,
            int porepParts,
            int porepChallenges,
            int windowSectors,
            int snapParts,
            int snapChallenges,
            int snapApexLeaves) {
        this.label = label;
        this.logBytes = logBytes;
        this.subArity = subArity;
        this.topArity = topArity;
        this.layers = layers;
        this.porepParts = porepParts;
        this.porepChallenges = porepChallenges;
        this.windowSectors = windowSectors;
        this.snapParts = snapParts;
        this.snapChallenges = snapChallenges;
        this.snapApexLeaves = snapApexLeaves;
    }

    /** PoRep's parts and the challenges in each. */
    public record Porep(int parts, int challenges) {}

    /**
     * EmptySectorUpdate.
     *
     * @param apexLeaves leaves of the tree that a part commits to
     */
    public record Snap(int parts, int challenges, int apexLeaves) {
        /** Bits of a part's number. */
        public int partBits() {
            return Integer.numberOfTrailingZeros(parts);
        }

        /** Bits of an apex leaf's number. */
        public int apexBits() {
            return Integer.numberOfTrailingZeros(apexLeaves);
        }
    }

    /** As in names: 2KiB, 8MiB, 512MiB, 32GiB, 64GiB. */
    public String label() {
        return label;
    }

    public long bytes() {
        return 1L << logBytes;
    }

    /** 32-byte nodes. */
    public long nodes() {
        return 1L << nodeBits();
    }

    /** Bits of a node's index. */
    public int nodeBits() {
        return logBytes - LOG_NODE_BYTES;
    }

    /** Arity of the node above the base trees of TreeC and TreeR, 0 for none. */
    public int subArity() {
        return subArity;
    }

    /** Arity of the node above that, 0 for none. */
    public int topArity() {
        return topArity;
    }

    /** Layers of the stacked graph: labels in a column. */
    public int layers() {
        return layers;
    }

    public Porep porep() {
        return new Porep(porepParts, porepChallenges);
    }

    /** Sectors in a part of WindowPoSt. */
    public int windowSectors() {
        return windowSectors;
    }

    public Snap snap() {
        return new Snap(snapParts, snapChallenges, snapApexLeaves);
    }

    /**
     * The size of that label.
     *
     * @throws BadInputException UNKNOWN_CIRCUIT for a label that no size has
     */
    public static SectorSize ofLabel(String label) {
        return Arrays.stream(values())
                .filter(size -> size.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new BadInputException(
                        ReasonCode.UNKNOWN_CIRCUIT,
                        "no sector size is called " + label + "; the sizes are "
                                + Arrays.stream(values()).map(SectorSize::label).collect(Collectors.joining(", "))));
    }

    /**
     * The size of that many bytes.
     *
     * @throws BadInputException INVALID_REQUEST for a number of bytes that no size has
     */
    public static SectorSize ofBytes(long bytes) {
        return Arrays.stream(values())
                .filter(size -> size.bytes() == bytes)
                .findFirst()
                .orElseThrow(
                        () -> new BadInputException(ReasonCode.INVALID_REQUEST, "no sector has " + bytes + " bytes"));
    }
}
