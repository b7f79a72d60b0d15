package io.proofmill.cli.queue;

import io.proofmill.queue.LocatedLetter;
import io.proofmill.schemas.DeadLetter;
import java.util.Optional;

/**
 * What a list says of a dead letter.
 *
 * @param id the letter's own id, {@code PARTITION:OFFSET}
 * @param at when the job was given up, ISO 8601
 * @param jobId empty for a record that is no request
 * @param circuit empty where unknown
 * @param attempts how often the job was attempted
 */
record LetterLine(String id, String at, String reasonCode, String jobId, String circuit, int attempts, String message) {
    static LetterLine of(LocatedLetter located) {
        DeadLetter letter = located.letter();
        return new LetterLine(
                located.id(),
                letter.getAt().toString(),
                letter.getReasonCode(),
                Optional.ofNullable(letter.getJobId()).orElse(""),
                Optional.ofNullable(letter.getCircuit()).orElse(""),
                letter.getAttempts(),
                letter.getMessage());
    }

    /** One line for people. */
    @Override
    public String toString() {
        return "%-10s %s %-20s %-24s %-20s attempts %d  %s"
                .formatted(id, at, reasonCode, jobId.isEmpty() ? "(undecodable)" : jobId, circuit, attempts, message);
    }
}
