package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.gadget.PackBits;
import io.proofmill.r1cs.gadget.Packing;
import io.proofmill.r1cs.gadget.Poseidon;
import io.proofmill.r1cs.gadget.Sha256;
import io.proofmill.r1cs.gadget.ToBits;
import java.util.ArrayList;
import java.util.List;

/** How a tree hashes the children of a node. */
public enum TreeHash {
    /** TreeC and TreeR. */
    POSEIDON {
        @Override
        Num hash(ConstraintSystem cs, List<Num> children) {
            return Poseidon.merkleTree(children.size()).hash(cs, children);
        }
    },
    /**
     * TreeD: SHA-256 over 32 bytes a child, cut to 254 bits. 45,379 rows for two children.
     *
     * <p>Source: rust-fil-proofs, {@code filecoin-hashers/src/sha256.rs}.
     */
    SHA256 {
        @Override
        Num hash(ConstraintSystem cs, List<Num> children) {
            List<Bit> message = new ArrayList<>();
            for (Num child : children) {
                message.addAll(Packing.reverseEachByte(ToBits.of(cs, child)));
            }
            return PackBits.pack(cs, Packing.reverseEachByte(Sha256.hash(cs, message)));
        }
    };

    abstract Num hash(ConstraintSystem cs, List<Num> children);
}
