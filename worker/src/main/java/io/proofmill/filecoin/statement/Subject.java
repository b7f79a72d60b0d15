package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.vanilla.Node;
import java.util.List;
import java.util.OptionalLong;

/**
 * Whose sectors a statement is about, for logs and events. No proof depends on it.
 *
 * @param miner id of the miner's actor, where the request says it
 * @param sectors their numbers, where the request says them
 */
public record Subject(OptionalLong miner, List<Long> sectors) {
    public static final Subject NONE = new Subject(OptionalLong.empty(), List.of());

    private static final int SEVEN_BITS = 0x7f;
    private static final int CONTINUED = 0x80;

    public Subject {
        sectors = List.copyOf(sectors);
    }

    public static Subject of(long miner, long sector) {
        return new Subject(OptionalLong.of(miner), List.of(sector));
    }

    /** The prover id of a miner: LEB128 of the actor's id, padded with zeros to 32 bytes. Source: Filecoin's address format, actor ids. */
    public static Node proverId(long miner) {
        byte[] bytes = new byte[Node.BYTES];
        long left = miner;
        int length = 0;
        while (Long.compareUnsigned(left, SEVEN_BITS) > 0) {
            bytes[length++] = (byte) ((left & SEVEN_BITS) | CONTINUED);
            left >>>= 7;
        }
        bytes[length] = (byte) left;
        return Node.of(bytes);
    }

    /** The miner of a prover id, if it is one of {@link #proverId}. */
    public static OptionalLong miner(Node proverId) {
        byte[] bytes = proverId.bytes();
        long miner = 0;
        for (int i = 0; i < Long.BYTES + 2; i++) {
            miner |= (long) (bytes[i] & SEVEN_BITS) << (7 * i);
            if (bytes[i] >= 0) {
                return proverId(miner).equals(proverId) ? OptionalLong.of(miner) : OptionalLong.empty();
            }
        }
        return OptionalLong.empty();
    }
}
