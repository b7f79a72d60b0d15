package io.proofmill.filecoin.format;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.MerklePath;
import java.util.List;

/** How rust-fil-proofs cuts an inclusion proof into paths, {@code enum ProofData}. */
enum MerkleForm {
    /** One tree. */
    SINGLE(0, "Single"),
    /** Base trees under one node. */
    SUB(1, "Sub"),
    /** Base trees under nodes under one node. */
    TOP(2, "Top");

    private final int tag;
    private final String label;

    MerkleForm(int tag, String label) {
        this.tag = tag;
        this.label = label;
    }

    /** Of proofs in TreeC and TreeR. */
    static MerkleForm replica(SectorSize size) {
        if (size.topArity() > 0) {
            return TOP;
        }
        return size.subArity() > 0 ? SUB : SINGLE;
    }

    /** In bincode. */
    int tag() {
        return tag;
    }

    /** As in JSON. */
    String label() {
        return label;
    }

    /** Names of the paths in JSON, from the leaf up. */
    List<String> paths() {
        return switch (this) {
            case SINGLE -> List.of("path");
            case SUB -> List.of("base_proof", "sub_proof");
            case TOP -> List.of("base_proof", "sub_proof", "top_proof");
        };
    }

    /** The steps of each path: all but the first have one. */
    List<List<MerklePath.Step>> cut(List<MerklePath.Step> steps) {
        int base = steps.size() - tag;
        return switch (this) {
            case SINGLE -> List.of(steps);
            case SUB -> List.of(steps.subList(0, base), steps.subList(base, base + 1));
            case TOP ->
                List.of(steps.subList(0, base), steps.subList(base, base + 1), steps.subList(base + 1, base + 2));
        };
    }
}
