package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.vanilla.PorepPart;
import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.gadget.PackBits;
import io.proofmill.r1cs.gadget.Packing;
import io.proofmill.r1cs.gadget.Sha256;
import java.util.ArrayList;
import java.util.List;

/**
 * A label of the stacked graph: SHA-256 over replica id (32 bytes), layer (u32 BE), node (u64 BE), 20 zero bytes and 37 parents of 32 bytes, cut to 254 bits. 524,125 rows with their bits on layer 1, 526,173 above.
 *
 * <p>Source: rust-fil-proofs, {@code storage-proofs-porep/src/stacked/circuit/create_label.rs}.
 */
final class CreateLabel {
    /** Parents as hashed; the graph's 6 or 14 are repeated to fill them. */
    static final int PARENTS = PorepPart.LABEL_PARENTS;

    private static final int HEADER = 512;

    private CreateLabel() {}

    /**
     * @param replicaId 256 bits in hash order
     * @param node 64 bits, least significant first
     * @param parents each 256 bits in hash order; repeated up to {@link #PARENTS}
     */
    static Num label(
            ConstraintSystem cs, List<Bit> replicaId, int layer, List<? extends Bit> node, List<List<Bit>> parents) {
        List<Bit> message = new ArrayList<>(replicaId);
        for (int i = 31; i >= 0; i--) {
            message.add(Bit.constant((layer >>> i & 1) != 0));
        }
        message.addAll(node.reversed());
        while (message.size() < HEADER) {
            message.add(Bit.Constant.FALSE);
        }
        for (int i = 0; i < PARENTS; i++) {
            message.addAll(parents.get(i % parents.size()));
        }
        return PackBits.pack(cs, Packing.reverseEachByte(Sha256.hash(cs, message)));
    }
}
