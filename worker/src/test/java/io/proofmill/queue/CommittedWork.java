package io.proofmill.queue;

import io.proofmill.queue.LedgerMetadata.UnreadableException;
import java.util.BitSet;

/**
 * What a commit says about a partition, for tests outside this room.
 *
 * @param base lowest offset that is not done
 * @param doneBeyond distances from the base of what is done beyond it
 */
public record CommittedWork(long base, BitSet doneBeyond) {
    public static CommittedWork of(long offset, String metadata) {
        try {
            return new CommittedWork(offset, LedgerMetadata.decode(metadata).doneBeyond());
        } catch (UnreadableException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public boolean isDone(long offset) {
        return offset < base || doneBeyond.get(Math.toIntExact(offset - base));
    }
}
