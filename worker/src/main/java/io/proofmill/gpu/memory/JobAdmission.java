package io.proofmill.gpu.memory;

import io.proofmill.gpu.memory.MemoryPlan.KeyPlace;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets jobs onto a device in the order of asking, each as soon as its plan fits beside those in flight.
 *
 * <p>Keys stay after their jobs and are dropped least recently used first, never while a job uses them. A job whose key fits only on an empty device waits until the device is
 * empty; a job that fits in no way is refused at once. So nothing is refused that fits one after the other, and nothing runs out of memory half way. Tables of multiples take only
 * memory that nobody wants, and go before any key. Thread-safe.
 *
 * @param <K> the loaded key's type
 */
public final class JobAdmission<K> {
    private static final Logger LOG = LoggerFactory.getLogger(JobAdmission.class);
    private static final long CANCELLATION_POLL_MILLIS = 20;

    private final DeviceArena arena;
    private final MemoryPlanner planner;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Long> queue = new ArrayDeque<>();
    /** By time of last use, oldest first. */
    private final Map<String, ResidentKey<K>> keys = new LinkedHashMap<>(16, 0.75f, true);

    private long nextTicket;
    private int inFlight;

    /** Admission to a device whose memory is the arena's, which nobody else may allocate from. */
    public JobAdmission(DeviceArena arena, int jobsPerDevice) {
        this.arena = arena;
        this.planner = new MemoryPlanner(arena.capacity(), jobsPerDevice);
    }

    /** The plan for a circuit, or its refusal, without asking for admission. */
    public MemoryPlan plan(Footprint footprint) {
        return planner.plan(footprint);
    }

    /**
     * Waits for the job's turn and takes its memory.
     *
     * @param keyId the key's identity: its digest
     * @throws BadInputException TOO_LARGE when the job fits in no way
     * @throws java.util.concurrent.CancellationException when the work is cancelled while waiting
     */
    public JobMemory<K> admit(String keyId, Footprint footprint, Work work) {
        MemoryPlan plan = planner.plan(footprint);
        lock.lock();
        long ticket = nextTicket++;
        try {
            queue.addLast(ticket);
            Optional<JobMemory<K>> memory = inTurn(ticket, keyId, footprint, plan);
            while (memory.isEmpty()) {
                changed.await(CANCELLATION_POLL_MILLIS, TimeUnit.MILLISECONDS);
                work.checkpoint();
                memory = inTurn(ticket, keyId, footprint, plan);
            }
            return memory.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProofmillException(ReasonCode.CANCELLED, "the wait for device memory was interrupted", e);
        } finally {
            queue.remove(ticket);
            changed.signalAll();
            lock.unlock();
        }
    }

    private Optional<JobMemory<K>> inTurn(long ticket, String keyId, Footprint footprint, MemoryPlan plan) {
        return queue.getFirst() == ticket ? tryAdmit(keyId, footprint, plan) : Optional.empty();
    }

    private Optional<JobMemory<K>> tryAdmit(String keyId, Footprint footprint, MemoryPlan plan) {
        if (inFlight >= planner.jobsPerDevice()) {
            return Optional.empty();
        }
        if (plan.keyPlace() == KeyPlace.STREAMED) {
            return makeRoom(0, plan.workspaceBytes(), null)
                    ? Optional.of(enter(workspace(footprint, plan), null))
                    : Optional.empty();
        }
        ResidentKey<K> key = keys.get(keyId);
        if (key != null && makeRoom(0, plan.workspaceBytes(), key)) {
            return Optional.of(enter(workspace(footprint, plan), key));
        }
        if (key != null && inFlight == 0) {
            // The key stands in the middle of the arena: move it by loading it again.
            drop(key);
            key = null;
        }
        if (key != null || !makeRoom(footprint.keyBytes(), plan.workspaceBytes(), null)) {
            return Optional.empty();
        }
        return Optional.of(enterWithNewKey(keyId, footprint, plan));
    }

    private JobMemory<K> enterWithNewKey(String keyId, Footprint footprint, MemoryPlan plan) {
        Region place = arena.allocate("the key of " + footprint.circuit(), footprint.keyBytes(), DeviceArena.End.LOW);
        try {
            Region workspace = workspace(footprint, plan);
            ResidentKey<K> key = new ResidentKey<>(keyId, place);
            keys.put(keyId, key);
            return enter(workspace, key);
        } catch (ProofmillException e) {
            place.close();
            throw e;
        }
    }

    private Region workspace(Footprint footprint, MemoryPlan plan) {
        return arena.allocate("the workspace of " + footprint.circuit(), plan.workspaceBytes(), DeviceArena.End.HIGH);
    }

    private JobMemory<K> enter(Region workspace, ResidentKey<K> key) {
        if (key != null) {
            key.retain();
        }
        inFlight++;
        return new JobMemory<>(this, workspace, key);
    }

    /** Drops unused tables, then unused keys, oldest first, until both regions fit. {@code keep} is spared. */
    private boolean makeRoom(long keyBytes, long workspaceBytes, ResidentKey<K> keep) {
        while (!arena.holds(keyBytes, workspaceBytes)) {
            if (!dropOldestTables() && !dropOldestKey(keep)) {
                return false;
            }
        }
        return true;
    }

    private boolean dropOldestTables() {
        Optional<ResidentKey<K>> oldest = keys.values().stream()
                .filter(key -> key.tables().filter(tables -> !tables.used()).isPresent())
                .findFirst();
        oldest.ifPresent(key -> {
            LOG.info("the tables of key {} are dropped: their memory is wanted", key.id());
            key.dropTables();
        });
        return oldest.isPresent();
    }

    private boolean dropOldestKey(ResidentKey<K> keep) {
        Optional<ResidentKey<K>> oldest = keys.values().stream()
                .filter(key -> key.references() == 0 && key != keep)
                .findFirst();
        oldest.ifPresent(this::drop);
        return oldest.isPresent();
    }

    private void drop(ResidentKey<K> key) {
        keys.remove(key.id());
        key.tables().ifPresent(tables -> key.dropTables());
        key.region().close();
    }

    /**
     * Tables of multiples of a job's key, for as long as the job lasts: those that are there, or room for new ones once the key has served enough jobs and the room is free. Room is
     * free when as many jobs with this key as the device takes still fit beside it. Never waits and never drops anything.
     *
     * @param bytes of all tables of this key
     * @return tables that are made, or room that the caller fills; empty: the job does without
     */
    public Optional<ResidentTables> tables(JobMemory<K> job, long bytes) {
        lock.lock();
        try {
            ResidentKey<K> key = job.key().orElseThrow();
            if (key.tables().isEmpty() && hasRoomForTables(job, key, bytes)) {
                key.placeTables(new ResidentTables(
                        arena.allocate("the tables of key " + key.id(), bytes, DeviceArena.End.LOW)));
                job.use(key.tables().orElseThrow());
            } else {
                key.tables().filter(ResidentTables::made).ifPresent(job::use);
            }
            return job.tables();
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoomForTables(JobMemory<K> job, ResidentKey<K> key, long bytes) {
        long otherJobs = (planner.jobsPerDevice() - inFlight) * job.workspace().bytes();
        boolean memoryIsWanted = inFlight < planner.jobsPerDevice() && !queue.isEmpty();
        return key.deservesTables() && !memoryIsWanted && arena.holds(bytes, otherJobs);
    }

    void leave(JobMemory<K> job) {
        lock.lock();
        try {
            job.workspace().close();
            job.key().ifPresent(key -> leave(key, job.tables()));
            inFlight--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void leave(ResidentKey<K> key, Optional<ResidentTables> used) {
        key.release();
        used.ifPresent(ResidentTables::release);
        if (used.filter(tables -> !tables.made()).isPresent()) {
            key.dropTables();
        }
        if (key.loaded().isEmpty() && key.references() == 0) {
            drop(key);
        }
    }

    /** Drops a key that no job uses. Returns whether it is gone. */
    public boolean evict(String keyId) {
        lock.lock();
        try {
            ResidentKey<K> key = keys.get(keyId);
            if (key == null) {
                return true;
            }
            if (key.references() > 0) {
                return false;
            }
            drop(key);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that the keys on the device take. */
    public long residentBytes() {
        lock.lock();
        try {
            return keys.values().stream().mapToLong(key -> key.region().bytes()).sum();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes that tables of multiples take. */
    public long tableBytes() {
        lock.lock();
        try {
            return keys.values().stream()
                    .flatMap(key -> key.tables().stream())
                    .mapToLong(tables -> tables.region().bytes())
                    .sum();
        } finally {
            lock.unlock();
        }
    }

    /** Keys on the device, least recently used first. */
    public List<String> residentKeys() {
        lock.lock();
        try {
            return List.copyOf(keys.keySet());
        } finally {
            lock.unlock();
        }
    }

    /** Jobs that hold memory now. */
    public int inFlight() {
        lock.lock();
        try {
            return inFlight;
        } finally {
            lock.unlock();
        }
    }

    /** Jobs that wait for memory now. */
    public int waiting() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }
}
