package io.proofmill.status;

import io.proofmill.queue.LocatedLetter;
import io.proofmill.schemas.DeadLetter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What lies in the dead letters: counts by reason, and the latest ones without their bytes. Thread-safe. */
public final class DeadLetterBoard {
    private static final int LATEST = 50;

    private final Map<String, Long> byReason = new TreeMap<>();
    private final Deque<Letter> latest = new ArrayDeque<>();
    private long total;
    private String trouble = "";

    /**
     * All of it at one moment.
     *
     * @param total letters in the topic that were read so far, replayed ones included
     * @param byReason the same by reason code
     * @param latest the latest first
     * @param trouble why the topic could not be read lately; empty when it could
     */
    public record Report(long total, Map<String, Long> byReason, List<Letter> latest, String trouble) {}

    /**
     * One letter.
     *
     * @param id its place, {@code PARTITION:OFFSET}: what {@code /dead-letters/ID} and {@code proofmill replay} take
     * @param jobId absent for a record that is no request
     * @param bytes length of the request's record; -1 when it had none
     */
    public record Letter(
            String id,
            Instant at,
            String reason,
            String message,
            Optional<String> jobId,
            Optional<String> circuit,
            int attempts,
            long bytes) {}

    public synchronized void add(LocatedLetter located) {
        DeadLetter letter = located.letter();
        total++;
        byReason.merge(letter.getReasonCode(), 1L, Long::sum);
        latest.addFirst(new Letter(
                located.id(),
                letter.getAt(),
                letter.getReasonCode(),
                letter.getMessage(),
                Optional.ofNullable(letter.getJobId()),
                Optional.ofNullable(letter.getCircuit()),
                letter.getAttempts(),
                letter.getValueSize()));
        if (latest.size() > LATEST) {
            latest.removeLast();
        }
        trouble = "";
    }

    /** The topic cannot be read at the moment; empty: it can again. */
    public synchronized void trouble(String why) {
        trouble = why;
    }

    /** Everything is read anew. */
    public synchronized void clear() {
        byReason.clear();
        latest.clear();
        total = 0;
    }

    public synchronized Report report() {
        return new Report(total, new TreeMap<>(byReason), new ArrayList<>(latest), trouble);
    }
}
