package io.proofmill.engine;

import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Keys that stay loaded between tasks. A task leases its circuit's keys; keys without a lease stay until the memory budget needs their room, least recently used
 * first. Loading one circuit's keys does not hold up tasks of another.
 */
public final class ResidentKeys implements AutoCloseable {
    private final MemoryBudget budget;
    private final Consumer<ProvingKey> beforeClose;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry> entries = new HashMap<>();
    private long clock;

    /** @param beforeClose is told of each key that goes, so that devices can drop what they hold of it */
    public ResidentKeys(MemoryBudget budget, Consumer<ProvingKey> beforeClose) {
        this.budget = budget;
        this.beforeClose = beforeClose;
        budget.reclaimFrom(this::evictOne);
    }

    /**
     * The circuit's keys, loaded when they are not there yet. Waits, without holding anything, until an assignment fits beside all keys in use: tasks that each hold a key and wait for room that the others'
     * keys take would wait for ever.
     *
     * @param assignmentBytes what the task needs besides, at a time
     * @throws io.proofmill.math.BadInputException for bad keys, or TOO_LARGE when they can't fit the budget with the assignment
     */
    public Lease lease(Circuit circuit, long assignmentBytes, Work work) throws InterruptedException {
        long needed = circuit.keyBytes() + assignmentBytes;
        budget.requireFits(needed, "the key of circuit " + circuit.name() + " with an assignment");
        while (true) {
            Optional<Lease> lease = tryLease(circuit, assignmentBytes, work);
            if (lease.isPresent()) {
                return lease.get();
            }
            budget.makeRoom(needed, work);
        }
    }

    private Optional<Lease> tryLease(Circuit circuit, long assignmentBytes, Work work) throws InterruptedException {
        Entry entry = enter(circuit);
        boolean taken = false;
        try {
            taken = entry.load(assignmentBytes, work);
            return taken ? Optional.of(new Lease(entry)) : Optional.empty();
        } finally {
            if (!taken) {
                leave(entry);
            }
        }
    }

    /** Drops every idle key. */
    @Override
    public void close() {
        boolean evicted = true;
        while (evicted) {
            evicted = evictOne();
        }
    }

    private Entry enter(Circuit circuit) {
        lock.lock();
        try {
            Entry entry =
                    entries.computeIfAbsent(circuit.name() + "@" + circuit.version(), ignored -> new Entry(circuit));
            entry.leases++;
            entry.lastUse = ++clock;
            return entry;
        } finally {
            lock.unlock();
        }
    }

    private void leave(Entry entry) {
        lock.lock();
        try {
            entry.leases--;
        } finally {
            lock.unlock();
        }
    }

    private boolean evictOne() {
        Entry victim;
        lock.lock();
        try {
            Optional<Map.Entry<String, Entry>> oldest = entries.entrySet().stream()
                    .filter(candidate -> candidate.getValue().leases == 0)
                    .min(Comparator.comparingLong(candidate -> candidate.getValue().lastUse));
            if (oldest.isEmpty()) {
                return false;
            }
            victim = entries.remove(oldest.get().getKey());
        } finally {
            lock.unlock();
        }
        victim.unload();
        return true;
    }

    /** A circuit's keys in use. */
    public final class Lease implements AutoCloseable {
        private final Entry entry;

        private Lease(Entry entry) {
            this.entry = entry;
        }

        public Circuit.Keys keys() {
            return entry.keys;
        }

        @Override
        public void close() {
            leave(entry);
        }
    }

    private final class Entry {
        private final Circuit circuit;
        private final ReentrantLock loading = new ReentrantLock();
        private MemoryBudget.Reservation reservation;
        private Circuit.Keys keys;
        private int leases;
        private long lastUse;

        private Entry(Circuit circuit) {
            this.circuit = circuit;
        }

        /** False when there is no room now. */
        private boolean load(long assignmentBytes, Work work) throws InterruptedException {
            loading.lockInterruptibly();
            try {
                Optional<MemoryBudget.Reservation> room =
                        budget.tryReserve(keys == null ? circuit.keyBytes() : 0, assignmentBytes);
                if (room.isPresent() && keys == null) {
                    reservation = room.get();
                    keys = circuit.load(work);
                }
                return room.isPresent();
            } catch (IOException e) {
                unload();
                throw new UncheckedIOException(e);
            } catch (RuntimeException e) {
                unload();
                throw e;
            } finally {
                loading.unlock();
            }
        }

        private void unload() {
            if (keys != null) {
                beforeClose.accept(keys.proving());
                keys.close();
                keys = null;
            }
            if (reservation != null) {
                reservation.close();
                reservation = null;
            }
        }
    }
}
