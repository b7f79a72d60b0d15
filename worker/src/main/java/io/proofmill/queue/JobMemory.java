package io.proofmill.queue;

import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.JobState;
import io.proofmill.schemas.RecordCoordinates;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * What the fleet remembers of the job ids of one partition number: the newest {@link JobRecord} of each, cut down to what a judgement needs.
 *
 * <p>An id costs about 150 bytes (a hash of the id, the digest's first half, the state), so a GiB holds about seven million. When there are more than the limit, the oldest are forgotten; a request that comes again
 * after that is proved again. So is one that comes after the retention, when the topics have forgotten the id too: a worker that has run for a month judges like one that has just started.
 *
 * <p>It belongs to the poll thread once it is loaded.
 */
final class JobMemory {
    static final int MAX_IDS = 2_000_000;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{64}");

    /** A job id by the first half of its SHA-256: no two ids of a fleet's life meet. */
    private record IdHash(long high, long low) {
        static IdHash of(String jobId) {
            ByteBuffer hash = ByteBuffer.wrap(StatementDigest.sha256().digest(jobId.getBytes(StandardCharsets.UTF_8)));
            return new IdHash(hash.getLong(), hash.getLong());
        }
    }

    /**
     * What is known of one id.
     *
     * @param digestHigh first 8 bytes of the statement's digest
     * @param digestLow next 8 bytes
     * @param at when its record was written, milliseconds since the epoch
     * @param replays how often the job had been replayed
     * @param from its record stands at this offset of the jobs topic or after it
     * @param reasonCode why it was dead-lettered; null otherwise
     * @param started source and attempts of a job under way; null otherwise
     */
    record Entry(
            long digestHigh,
            long digestLow,
            JobState state,
            long at,
            int replays,
            long from,
            String reasonCode,
            Started started) {
        boolean isBoundTo(String statementDigest) {
            ByteBuffer digest = ByteBuffer.wrap(HexFormat.of().parseHex(statementDigest));
            return digest.getLong() == digestHigh && digest.getLong() == digestLow;
        }
    }

    /** A job under way: where its request stands, and the attempts so far. */
    record Started(RecordCoordinates source, List<Attempt> attempts) {}

    private final SequencedMap<IdHash, Entry> entries = new LinkedHashMap<>();
    private final Duration retention;
    private final InstantSource clock;
    private long end;

    /** @param retention how long an id is remembered */
    JobMemory(Duration retention, InstantSource clock) {
        this.retention = retention;
        this.clock = clock;
    }

    /** Takes in a record of the jobs topic, or one that was just published. */
    void remember(JobRecord record, long from) {
        if (!isDigest(record.getStatementDigest())) {
            return;
        }
        ByteBuffer digest = ByteBuffer.wrap(HexFormat.of().parseHex(record.getStatementDigest()));
        IdHash id = IdHash.of(record.getJobId());
        entries.remove(id);
        entries.put(
                id,
                new Entry(
                        digest.getLong(),
                        digest.getLong(),
                        record.getState(),
                        record.getAt().toEpochMilli(),
                        record.getReplays(),
                        from,
                        record.getReasonCode(),
                        record.getState() == JobState.STARTED
                                ? new Started(record.getSource(), List.copyOf(record.getAttempts()))
                                : null));
        while (!entries.isEmpty()
                && (entries.size() > MAX_IDS || entries.firstEntry().getValue().at() < oldest())) {
            entries.pollFirstEntry();
        }
    }

    private static boolean isDigest(String text) {
        return text != null && DIGEST.matcher(text).matches();
    }

    /** Takes in a record that this worker has published. It stands after everything that was loaded. */
    void remember(JobRecord record) {
        remember(record, end);
    }

    void forget(String jobId) {
        entries.remove(IdHash.of(jobId));
    }

    /** The memory is loaded up to this offset of the jobs topic. */
    void loadedTo(long offset) {
        end = offset;
    }

    Optional<Entry> of(String jobId) {
        return Optional.ofNullable(entries.get(IdHash.of(jobId))).filter(entry -> entry.at() >= oldest());
    }

    private long oldest() {
        return clock.millis() - retention.toMillis();
    }

    int size() {
        return entries.size();
    }
}
