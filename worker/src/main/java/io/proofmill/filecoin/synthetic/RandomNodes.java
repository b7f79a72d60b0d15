package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.statement.Sha256;
import io.proofmill.filecoin.vanilla.Node;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Nodes that look random and follow from a seed: SHA-256 over seed, purpose and place, cut to 254 bits.
 *
 * @param purpose keeps the nodes of one use apart from those of another
 */
record RandomNodes(long seed, String purpose) {
    Node at(long... place) {
        ByteBuffer numbers =
                ByteBuffer.allocate(Long.BYTES * (1 + place.length)).putLong(seed);
        for (long number : place) {
            numbers.putLong(number);
        }
        return Node.of(Sha256.of(purpose.getBytes(StandardCharsets.US_ASCII), numbers.array()))
                .truncated();
    }

    /** A number from 1 to {@code most}. */
    long number(long most, long... place) {
        return Long.remainderUnsigned(at(place).w0(), most) + 1;
    }

    /** The same seed for another use. */
    RandomNodes forPurpose(String other) {
        return new RandomNodes(seed, other);
    }
}
