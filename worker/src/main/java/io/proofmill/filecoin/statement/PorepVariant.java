package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.SectorSize;
import java.util.Arrays;
import java.util.Optional;

/** Who chooses what a PoRep opens. All variants share their circuit and keys. */
public enum PorepVariant {
    /** The chain's seed, once the sector is committed to. */
    INTERACTIVE("V1_1"),
    /** The chain's seed from a set that follows from the replica (FIP-0059). */
    SYNTHETIC("V1_1_Feat_SyntheticPoRep"),
    /** The replica alone (FIP-0092): many more challenges, so many more parts. */
    NON_INTERACTIVE("V1_2_Feat_NonInteractivePoRep");

    private static final int SMALL_NON_INTERACTIVE_PARTS = 13;
    private static final int NON_INTERACTIVE_PARTS = 126;

    private final String version;

    PorepVariant(String version) {
        this.version = version;
    }

    /** How names of registered proofs end. */
    public String version() {
        return version;
    }

    /** The variant whose registered proofs end so. */
    public static Optional<PorepVariant> ofVersion(String version) {
        return Arrays.stream(values())
                .filter(variant -> variant.version.equals(version))
                .findFirst();
    }

    /** Whether the chain's seed decides on challenges. */
    public boolean takesSeed() {
        return this != NON_INTERACTIVE;
    }

    /** Parts of a proof. Source: rust-fil-proofs, {@code filecoin-proofs/src/constants.rs}. */
    public int parts(SectorSize size) {
        if (this != NON_INTERACTIVE) {
            return size.porep().parts();
        }
        return size.porep().parts() == 1 ? SMALL_NON_INTERACTIVE_PARTS : NON_INTERACTIVE_PARTS;
    }
}
