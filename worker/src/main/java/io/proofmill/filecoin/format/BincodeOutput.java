package io.proofmill.filecoin.format;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;

/** Writes what {@link Bincode} reads. */
final class BincodeOutput {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final SectorSize size;

    /** The sector size decides how Merkle proofs are cut up. */
    BincodeOutput(SectorSize size) {
        this.size = size;
    }

    BincodeOutput u64(long value) {
        out.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
        return this;
    }

    BincodeOutput node(Node node) {
        out.writeBytes(node.bytes());
        return this;
    }

    <T> BincodeOutput list(List<T> elements, Consumer<T> element) {
        u64(elements.size());
        elements.forEach(element);
        return this;
    }

    BincodeOutput merkleProof(MerkleForm form, MerklePath path) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(form.tag())
                .array());
        if (form == MerkleForm.SINGLE) {
            node(path.root()).node(path.leaf());
            steps(path.steps());
        } else {
            form.cut(path.steps()).forEach(this::steps);
            node(path.root()).node(path.leaf());
        }
        return this;
    }

    /** A proof in TreeC or TreeR. */
    BincodeOutput replicaProof(MerklePath path) {
        return merkleProof(MerkleForm.replica(size), path);
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private void steps(List<MerklePath.Step> steps) {
        list(steps, step -> list(step.siblings(), this::node).u64(step.index()));
    }
}
