package io.proofmill.gpu;

import io.proofmill.gpu.driver.ContextLostException;
import io.proofmill.gpu.driver.Device;
import io.proofmill.gpu.driver.KernelImages;
import io.proofmill.gpu.health.DeviceHealth;
import io.proofmill.gpu.health.Placement.Candidate;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A GPU as the prover uses it: what it is, how well it does, and its current session. The session opens at the first use and again after a lost context. Thread-safe. */
public final class ProvingDevice implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProvingDevice.class);

    private final Device device;
    private final KernelImages images;
    private final GpuSettings settings;
    private final HostBudget budget;
    private final DeviceHealth health;
    private DeviceSession session;
    private DeviceSession leftBehind;
    private boolean passed;
    private boolean worked;

    ProvingDevice(Device device, KernelImages images, GpuSettings settings, HostBudget budget, InstantSource clock) {
        this.device = device;
        this.images = images;
        this.settings = settings;
        this.budget = budget;
        this.health = new DeviceHealth(settings.health(), clock);
    }

    /** What it is. */
    public Device device() {
        return device;
    }

    /** Whether it is trusted. Whoever checks proofs reports here. */
    public DeviceHealth health() {
        return health;
    }

    /** Bytes of its arena that nothing holds; the whole device before its first use. */
    public synchronized long freeBytes() {
        return session == null ? device.memoryBytes() : session.freeBytes();
    }

    /** What its arena holds. */
    public synchronized MemoryUse memoryUse() {
        return session == null ? new MemoryUse(0, 0, 0, 0) : session.memoryUse();
    }

    /** Keys that lie on it, least recently used first. */
    public synchronized List<String> residentKeys() {
        return session == null ? List.of() : session.residentKeys();
    }

    /** Jobs that hold memory on it or wait for it. */
    public synchronized int load() {
        return session == null ? 0 : session.load();
    }

    /** The open session. */
    synchronized DeviceSession session() {
        if (session == null) {
            session = open();
            worked = true;
            LOG.info("{} is open with {} MiB for keys and jobs", device, session.capacity() >> 20);
        }
        return session;
    }

    /**
     * The driver refuses a process that has lost a context to a faulty kernel any further one. A device that never opened is another matter: a new process would fare no better.
     */
    private DeviceSession open() {
        try {
            return DeviceSession.open(device, images, settings, budget);
        } catch (ContextLostException e) {
            if (worked) {
                health.lostForThisProcess(e.getMessage());
                LOG.error("{}; restart the process to use the device again", e.getMessage());
            }
            throw e;
        }
    }

    synchronized Candidate candidate(int index, KeyPlan key) {
        boolean resident = session != null && session.holds(key);
        return new Candidate(index, health.acceptsJobs(), resident, load(), freeBytes());
    }

    boolean dropLockedCopy() {
        return current().map(DeviceSession::dropLockedCopy).orElse(false);
    }

    private synchronized Optional<DeviceSession> current() {
        return Optional.ofNullable(session);
    }

    synchronized void evict(KeyPlan key) {
        if (session != null) {
            session.evict(key);
        }
    }

    /**
     * Whether a self-test should decide about it now: before its first job, and at the end of a quarantine. A device whose kernels still run by then can only be had by another process.
     */
    synchronized boolean examinationDue() {
        if (leftBehind != null && health.trialDue()) {
            if (!leftBehindIsIdle()) {
                health.lostForThisProcess("its kernels still run after the quarantine");
                return false;
            }
            leftBehind.close();
            leftBehind = null;
        }
        return (!passed && health.acceptsJobs()) || health.trialDue();
    }

    /** Whether what could not be stopped has ended by itself since. */
    synchronized boolean leftBehindIsIdle() {
        return leftBehind == null || leftBehind.idle();
    }

    /** Takes note of a self-test: empty when passed, else what went wrong. */
    synchronized void examined(Optional<String> failure) {
        if (failure.isEmpty()) {
            passed = true;
            health.selfTestPassed();
            LOG.info("{} passed its self-test", device);
        } else {
            health.selfTestFailed(failure.get());
            LOG.error("{} failed its self-test and is quarantined: {}", device, failure.get());
        }
    }

    /** Ends a session whose context is lost. Jobs of one session report the same loss; only the first counts. */
    synchronized void lost(DeviceSession dead, ContextLostException why) {
        if (session == dead) {
            session = null;
            health.contextLost(why.getMessage());
            LOG.warn("{}; the next job tries to open the device again", why.getMessage());
            dead.close();
        }
    }

    /** Leaves a session behind whose kernels cannot be stopped. Jobs of one session report the same; only the first counts. */
    synchronized void stuck(DeviceSession dead, NoProgressException why) {
        if (session != dead) {
            return;
        }
        session = null;
        leftBehind = dead;
        health.noProgress(why.phase().label(), settings.stageLimit());
        LOG.error("{}; the device is quarantined", why.getMessage());
    }

    String describe() {
        return device + ": " + health.status().reason();
    }

    @Override
    public synchronized void close() {
        if (session != null) {
            session.close();
            session = null;
        }
        if (leftBehind != null) {
            leftBehind.close();
            leftBehind = null;
        }
    }
}
