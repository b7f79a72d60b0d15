package io.proofmill.engine;

import java.lang.foreign.MemorySegment;

/**
 * Bytes to prove from.
 *
 * @param kind what they are
 * @param name tells the payloads of one task apart, and is what complaints call them
 * @param bytes read-only; valid until the task has its answer
 */
public record TaskPayload(Kind kind, String name, MemorySegment bytes) {
    /** What a payload is. */
    public enum Kind {
        /** A full assignment in the .wtns format. */
        WITNESS,
        /** A circom input.json, from which the witness is calculated. */
        INPUT,
        /** Filecoin vanilla proofs. */
        VANILLA
    }
}
