package io.proofmill.queue;

import io.proofmill.schemas.PayloadKind;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** One payload of a job, at hand: unpacked, its size and digest checked. */
public sealed interface JobPayload {
    /** What the bytes are. */
    PayloadKind kind();

    /** Tells the payloads of one job apart; empty when there is only one. */
    String name();

    /** Length of the unpacked bytes. */
    long size();

    /**
     * Bytes in memory.
     *
     * @param bytes read-only
     */
    record InMemory(PayloadKind kind, String name, ByteBuffer bytes) implements JobPayload {
        public InMemory {
            bytes = bytes.asReadOnlyBuffer();
        }

        @Override
        public long size() {
            return bytes.remaining();
        }
    }

    /** Bytes in a file of the spool. The queue deletes the file when the job is over: don't keep it. */
    record Spooled(PayloadKind kind, String name, Path file, long size) implements JobPayload {}
}
