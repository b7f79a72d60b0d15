package io.proofmill.engine;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The one budget for memory outside the heap. Every assignment, every resident key and every locked copy of a key holds a reservation until it is dropped, so that memory runs out as a
 * plan that waits, not as a crash. Reservations are granted in no particular order.
 *
 * <p>Waiting always ends. A task takes its key only when an assignment fits beside all keys in use, its own included ({@link ResidentKeys#lease}); each of its parts holds one assignment and waits for
 * nothing else of the budget. So when all tasks wait, the one that came last finds room for its assignment: all that is held then was held when it came, and it fitted beside.
 */
public final class MemoryBudget {
    private static final long CANCELLATION_POLL_MILLIS = 50;

    private final long total;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final List<BooleanSupplier> sources = new CopyOnWriteArrayList<>();
    private long reserved;

    /** A budget of so many bytes. */
    public MemoryBudget(long total) {
        this.total = total;
    }

    public long total() {
        return total;
    }

    /** Bytes reserved now. */
    public long reserved() {
        lock.lock();
        try {
            return reserved;
        } finally {
            lock.unlock();
        }
    }

    /** Reserves at once or not at all. */
    public Optional<Reservation> tryReserve(long bytes) {
        return tryReserve(bytes, 0);
    }

    /** Reserves at once, if so many bytes more stay free beside them, or not at all. */
    Optional<Reservation> tryReserve(long bytes, long beside) {
        lock.lock();
        try {
            if (bytes + beside > total - reserved) {
                return Optional.empty();
            }
            reserved += bytes;
            return Optional.of(new Reservation(bytes));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds something that can give memory back: it drops one thing that nobody uses and answers whether there was one. Whoever waits for memory asks those added first before the others.
     */
    public void reclaimFrom(BooleanSupplier source) {
        sources.add(source);
    }

    /**
     * Waits until the bytes are free, then reserves them. What nobody uses is dropped meanwhile.
     *
     * @param what for the complaint
     * @throws BadInputException TOO_LARGE when the whole budget would not do
     * @throws java.util.concurrent.CancellationException when the work is cancelled meanwhile
     */
    public Reservation reserve(long bytes, String what, Work work) throws InterruptedException {
        requireFits(bytes, what);
        while (true) {
            Optional<Reservation> now = tryReserve(bytes);
            if (now.isPresent()) {
                return now.get();
            }
            makeRoom(bytes, work);
        }
    }

    /** @throws BadInputException TOO_LARGE when the whole budget would not do */
    void requireFits(long bytes, String what) {
        if (bytes > total) {
            throw new BadInputException(
                    ReasonCode.TOO_LARGE,
                    what + " needs " + bytes + " bytes, the whole memory budget (memory.limit) is " + total);
        }
    }

    /** Has one thing dropped that nobody uses, or waits for a moment when there is none. */
    void makeRoom(long bytes, Work work) throws InterruptedException {
        work.checkpoint();
        if (sources.stream().noneMatch(BooleanSupplier::getAsBoolean)) {
            awaitRelease(bytes);
        }
    }

    /** A cancellation does not signal the condition, so it is looked for between short waits. */
    private void awaitRelease(long bytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(CANCELLATION_POLL_MILLIS);
            while (bytes > total - reserved && left > 0) {
                left = released.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Bytes set aside until closed. */
    public final class Reservation implements AutoCloseable {
        private long bytes;

        private Reservation(long bytes) {
            this.bytes = bytes;
        }

        /** Gives the bytes back; further calls do nothing. */
        @Override
        public void close() {
            lock.lock();
            try {
                reserved -= bytes;
                bytes = 0;
                released.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
