package io.proofmill.queue;

import java.util.BitSet;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What is known of one partition's records: which are done, and how often each unfinished one was started.
 *
 * <p>Jobs finish in any order, Kafka commits one offset. The ledger's {@link #base()} is the lowest offset that is not done, and that is what is committed; what is done beyond it and the
 * starts of unfinished jobs travel in the commit's metadata ({@link LedgerMetadata}). So a crash repeats no job whose outcome is published and forgets no start.
 *
 * <p>By construction the metadata fits into the broker's limit: a record further than {@link #MAX_WINDOW} offsets from the base has no room ({@link Delivery#NO_ROOM}), and no more
 * than {@link #MAX_STARTED} unfinished jobs, and the one at the base, may have been started ({@link #mayStart}).
 *
 * <p>Not thread-safe: it belongs to the poll thread.
 */
final class OffsetLedger {
    /** Offsets beyond the base that the ledger can describe. */
    static final int MAX_WINDOW = 16_384;
    /** Unfinished jobs with a start that the ledger can describe. */
    static final int MAX_STARTED = 240;
    /** Starts are counted to here: any limit on attempts is far lower. */
    static final int MAX_COUNT = 127;

    /** What a delivered record is to the ledger. */
    enum Delivery {
        /** Seen for the first time: take it. */
        NEW,
        /** Delivered before and not done yet: a repeat, leave it. */
        IN_FLIGHT,
        /** Done already: leave it. */
        DONE,
        /** Too far beyond the base: stop the partition and deliver it again later. */
        NO_ROOM
    }

    /** Offset of bit 0 of {@link #done}. It lags behind the base so that the set is shifted seldom. */
    private long origin;

    private final BitSet done;
    private final NavigableMap<Long, Integer> starts;
    private long base;
    private long next;

    /** A ledger of a partition of which nothing is known before this offset, and nothing after it is done. */
    OffsetLedger(long base) {
        this(base, base, base, new BitSet(), new TreeMap<>());
    }

    private OffsetLedger(long origin, long base, long next, BitSet done, NavigableMap<Long, Integer> starts) {
        this.origin = origin;
        this.base = base;
        this.next = next;
        this.done = done;
        this.starts = starts;
    }

    /**
     * The ledger that a commit describes. What it says of offsets at the log's end and beyond is of records that the brokers have lost: others will stand there, of which nothing is done.
     *
     * @param end offset of the log's next record; not below the committed one
     */
    static OffsetLedger restore(long committed, LedgerMetadata metadata, long end) {
        OffsetLedger ledger = new OffsetLedger(committed);
        ledger.done.or(metadata.doneBeyond());
        if (end - committed < ledger.done.length()) {
            ledger.done.clear((int) (end - committed), ledger.done.length());
        }
        metadata.starts().forEach((distance, count) -> ledger.starts.put(committed + distance, count));
        ledger.starts.keySet().removeIf(offset -> offset >= end || ledger.isDone(offset));
        return ledger;
    }

    /** An independent copy, to try a change that may yet fail. */
    OffsetLedger copy() {
        return new OffsetLedger(origin, base, next, (BitSet) done.clone(), new TreeMap<>(starts));
    }

    /** Lowest offset that is not done: the one to commit. */
    long base() {
        return base;
    }

    /** Takes note of a record that was delivered. Offsets that were passed over on the way don't exist (compacted, or a transaction's marker) and count as done. */
    Delivery track(long offset) {
        if (offset < next) {
            return isDone(offset) ? Delivery.DONE : Delivery.IN_FLIGHT;
        }
        long baseAfterGap = base >= next ? Math.max(base, offset) : base;
        if (offset - baseAfterGap >= MAX_WINDOW) {
            return Delivery.NO_ROOM;
        }
        passOver(offset);
        next = offset + 1;
        return isDone(offset) ? Delivery.DONE : Delivery.NEW;
    }

    /** How often the unfinished job at this offset was started. */
    int starts(long offset) {
        return starts.getOrDefault(offset, 0);
    }

    /**
     * True when one more start of the job at this offset can be described. The job at the base has a place of its own: starts that were restored may stand so far beyond it that their records are read
     * only when it is done.
     *
     * @param underWay starts of other jobs that have been decided and are not yet counted here
     */
    boolean mayStart(long offset, long underWay) {
        int places = offset == base ? MAX_STARTED + 1 : MAX_STARTED;
        return starts.containsKey(offset) || starts.size() + underWay < places;
    }

    /** Counts a start of an unfinished job. */
    void start(long offset) {
        requireUnfinished(offset);
        if (!mayStart(offset, 0)) {
            throw new IllegalStateException("more than " + MAX_STARTED + " unfinished jobs were started");
        }
        starts.merge(offset, 1, (a, b) -> Math.min(MAX_COUNT, a + b));
    }

    /** Takes a start back: the job was handed back by a worker that lives. */
    void handBack(long offset) {
        starts.computeIfPresent(offset, (o, count) -> count == 1 ? null : count - 1);
    }

    /** The outcome of the job at this offset is durable. A repeat has no effect. */
    void complete(long offset) {
        if (offset < base) {
            return;
        }
        requireTracked(offset);
        done.set(index(offset));
        starts.remove(offset);
        advance();
    }

    /** What to commit to describe this ledger. */
    CommitPoint commitPoint() {
        int from = index(base) + 1;
        BitSet beyond = new BitSet();
        for (int i = done.nextSetBit(from); i >= 0; i = done.nextSetBit(i + 1)) {
            beyond.set(i - from + 1);
        }
        TreeMap<Integer, Integer> distances = new TreeMap<>();
        starts.forEach((offset, count) -> distances.put((int) (offset - base), count));
        return new CommitPoint(base, new LedgerMetadata(beyond, distances).encode());
    }

    /** Offsets delivered and not done. */
    long unfinished() {
        long tracked = next - base;
        return tracked <= 0 ? 0 : tracked - done.get(index(base), index(next)).cardinality();
    }

    /** Unfinished jobs with at least one start. */
    NavigableMap<Long, Integer> started() {
        return Collections.unmodifiableNavigableMap(starts);
    }

    private boolean isDone(long offset) {
        return offset < base || done.get(index(offset));
    }

    /** Everything between the last delivered record and this one does not exist. */
    private void passOver(long offset) {
        starts.subMap(next, offset).clear();
        if (base < next) {
            done.set(index(next), index(offset));
        } else if (offset > base) {
            rebase(offset);
        }
        advance();
    }

    private void advance() {
        base = origin + done.nextClearBit(index(base));
        if (base - origin > MAX_WINDOW) {
            rebase(base);
        }
    }

    /** Moves the base and the origin of the set forward; whatever lies before is done. */
    private void rebase(long offset) {
        long shift = offset - origin;
        BitSet tail = shift < done.length() ? done.get((int) shift, done.length()) : new BitSet();
        done.clear();
        done.or(tail);
        origin = offset;
        base = offset;
    }

    private void requireUnfinished(long offset) {
        requireTracked(offset);
        if (isDone(offset)) {
            throw new IllegalStateException("offset " + offset + " is done");
        }
    }

    private void requireTracked(long offset) {
        if (offset >= next) {
            throw new IllegalStateException(
                    "offset " + offset + " was never delivered; the last one was " + (next - 1));
        }
    }

    private int index(long offset) {
        return Math.toIntExact(offset - origin);
    }
}
