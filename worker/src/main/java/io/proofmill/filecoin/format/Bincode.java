package io.proofmill.filecoin.format;

import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads bincode 1 as rust-fil-proofs writes it: little-endian, u64 lengths, u32 enum tags, arrays of fixed size bare. A length is believed only if that many elements fit in what is left. Failures are MALFORMED_FILE with the offset, what was expected and what was found.
 */
final class Bincode {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SMALLEST_STEP = 16;
    private static final int MOST_SIBLINGS = 7;

    private final String name;
    private final byte[] bytes;
    private int offset;

    /** The name is that of the file, for failures. */
    Bincode(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    long u64(String what) {
        require(Long.BYTES, what);
        long value = (long) LONG.get(bytes, offset);
        offset += Long.BYTES;
        return value;
    }

    /** 32 bytes that are a field element. */
    Node node(String what) {
        require(Node.BYTES, what);
        Node node = Node.of(bytes, offset);
        if (!node.isCanonical()) {
            throw malformed(what + " below the scalar field's modulus", node.hex());
        }
        offset += Node.BYTES;
        return node;
    }

    /** A length, then that many elements. */
    <T> List<T> list(String what, int smallestElement, Supplier<T> element) {
        long length = u64("the number of " + what);
        long most = ((long) bytes.length - offset) / smallestElement;
        if (length < 0 || length > most) {
            offset -= Long.BYTES;
            throw malformed("at most " + most + " " + what + " in the bytes left", Long.toUnsignedString(length));
        }
        List<T> out = new ArrayList<>((int) length);
        for (int i = 0; i < length; i++) {
            out.add(element.get());
        }
        return out;
    }

    /** {@code MerkleProof}: Single, Sub or Top. */
    MerklePath merkleProof(String what) {
        require(Integer.BYTES, what);
        int tag = (int) INT.get(bytes, offset);
        if (tag < 0 || tag > 2) {
            throw malformed("a Merkle proof's tag 0, 1 or 2 for " + what, Integer.toUnsignedString(tag));
        }
        offset += Integer.BYTES;
        if (tag == 0) {
            Node root = node("the root of " + what);
            Node leaf = node("the leaf of " + what);
            return new MerklePath(leaf, root, steps(what));
        }
        List<MerklePath.Step> steps = new ArrayList<>();
        for (int i = 0; i <= tag; i++) {
            steps.addAll(steps(what));
        }
        Node root = node("the root of " + what);
        Node leaf = node("the leaf of " + what);
        return new MerklePath(leaf, root, steps);
    }

    /** Nothing may follow. */
    void end() {
        if (offset != bytes.length) {
            throw malformed("the end of the file", (bytes.length - offset) + " more bytes");
        }
    }

    BadInputException malformed(String expected, String found) {
        return new BadInputException(
                ReasonCode.MALFORMED_FILE, name + ": at byte " + offset + " expected " + expected + ", found " + found);
    }

    private List<MerklePath.Step> steps(String what) {
        return list("path elements of " + what, SMALLEST_STEP, () -> {
            List<Node> siblings = list("siblings in " + what, Node.BYTES, () -> node("a sibling in " + what));
            if (siblings.isEmpty() || siblings.size() > MOST_SIBLINGS || Integer.bitCount(siblings.size() + 1) != 1) {
                throw malformed("1, 3 or 7 siblings in " + what, String.valueOf(siblings.size()));
            }
            long index = u64("a place in " + what);
            if (index < 0 || index > siblings.size()) {
                offset -= Long.BYTES;
                throw malformed(
                        "a place among " + (siblings.size() + 1) + " nodes of " + what, Long.toUnsignedString(index));
            }
            return new MerklePath.Step(siblings, (int) index);
        });
    }

    private void require(int count, String what) {
        if (bytes.length - offset < count) {
            throw malformed(count + " bytes for " + what, (bytes.length - offset) + " left");
        }
    }
}
