package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.Device;
import io.proofmill.gpu.driver.DeviceException;
import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.driver.KernelImages;
import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.memory.DeviceArena;
import io.proofmill.gpu.memory.Footprint;
import io.proofmill.gpu.memory.JobAdmission;
import io.proofmill.gpu.memory.JobMemory;
import io.proofmill.gpu.memory.ResidentKey;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A device from the opening of its context to its closing: one allocation that the arena divides, the kernels, and a lane a job in flight. A lost context ends the session; the next
 * one starts anew. Thread-safe.
 */
final class DeviceSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceSession.class);
    /** Left to the driver: kernels' code, their stacks, and whatever else runs on the device. */
    private static final long RESERVE = 1L << 30;
    /** A quarter of the device at most for one job's MSM scratch. */
    private static final int SCRATCH_SHARE = 4;

    private final Device device;
    private final GpuSettings settings;
    private final Context context;
    private final Kernels kernels;
    private final DeviceMemory memory;
    private final DeviceArena arena;
    private final JobAdmission<KeyPlan> admission;
    private final List<Lane> lanes = new ArrayList<>();
    private final BlockingQueue<Lane> freeLanes;
    private final PinnedKeys pinnedKeys;
    private final Turn computing = new Turn();
    private final AtomicLong largestWorkspace = new AtomicLong();

    private DeviceSession(Context context, KernelImages images, GpuSettings settings, HostBudget budget) {
        this.device = context.device();
        this.settings = settings;
        this.context = context;
        this.kernels = new Kernels(context, images);
        long available = Math.max(0, context.freeBytes() - RESERVE);
        this.memory =
                context.allocate(Math.min(available, settings.memoryLimit().orElse(available)));
        this.arena = new DeviceArena(memory.address(), memory.bytes());
        this.admission = new JobAdmission<>(arena, settings.jobsPerDevice());
        this.pinnedKeys = new PinnedKeys(context, settings.pinnedMemory(), budget);
        this.freeLanes = new ArrayBlockingQueue<>(settings.jobsPerDevice());
        for (int i = 0; i < settings.jobsPerDevice(); i++) {
            lanes.add(new Lane(context, settings.hostThreads()));
        }
        freeLanes.addAll(lanes);
    }

    /** Opens the device and takes its memory. */
    static DeviceSession open(Device device, KernelImages images, GpuSettings settings, HostBudget budget) {
        Context context = Context.open(device);
        try {
            return new DeviceSession(context, images, settings, budget);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    /** Bytes that one job with this key takes beside the key. */
    long workspaceBytes(KeyPlan key) {
        return layout(key).bytes();
    }

    /** Jobs that hold memory or wait for it. */
    int load() {
        return admission.inFlight() + admission.waiting();
    }

    boolean holds(KeyPlan key) {
        return admission.residentKeys().contains(key.id());
    }

    long freeBytes() {
        return arena.freeBytes();
    }

    long capacity() {
        return arena.capacity();
    }

    List<String> residentKeys() {
        return admission.residentKeys();
    }

    /** Forgets a key that no job uses. Returns whether it is gone. */
    boolean evict(KeyPlan key) {
        pinnedKeys.forget(key);
        return admission.evict(key.id());
    }

    /** Drops a locked copy of a key that no job uses. Returns whether there was one. */
    boolean dropLockedCopy() {
        return pinnedKeys.dropOne();
    }

    MemoryUse memoryUse() {
        return new MemoryUse(
                arena.capacity(), admission.residentBytes(), admission.tableBytes(), largestWorkspace.get());
    }

    /** Computes a proof's sums. Waits for memory, then for the turn to compute. */
    ProofSums prove(KeyPlan key, Assignment assignment, ProofObserver observer, Work work) {
        JobMemory<KeyPlan> job = admission.admit(key.id(), footprint(key), work);
        largestWorkspace.accumulateAndGet(job.workspace().bytes(), Math::max);
        Lane lane = freeLanes.remove();
        boolean idle = true;
        Optional<PinnedKey> pinned = Optional.empty();
        try {
            pinned = job.key().isPresent() ? Optional.empty() : pinnedKeys.take(key, work);
            DeviceProof proof =
                    job.key().isPresent() ? resident(key, job, lane, work) : streamed(key, pinned, job, lane);
            proof.upload(assignment, observer, work);
            computing.run(work, () -> proof.compute(assignment, observer, work));
            proof.report(observer);
            return proof.sums();
        } catch (NoProgressException e) {
            // Its kernels still run in this memory: neither may be given to another job.
            idle = false;
            throw e;
        } finally {
            if (idle) {
                drain(lane);
                freeLanes.add(lane);
                job.close();
                pinned.ifPresent(pinnedKeys::giveBack);
            }
        }
    }

    private DeviceProof resident(KeyPlan key, JobMemory<KeyPlan> job, Lane lane, Work work) {
        JobLayout layout = layout(key);
        long keyBase = load(key, job.key().orElseThrow(), lane, work);
        return new ResidentProof(
                key,
                keyBase,
                tables(key, keyBase, layout, job, lane, work),
                layout,
                job.workspace().address(),
                lane,
                kernels,
                MsmDevice.of(device),
                stageWait());
    }

    /** The key's tables of multiples, where they are wanted and there is room; made now if this job is the one that got the room. */
    private Optional<PlacedTables> tables(
            KeyPlan key, long keyBase, JobLayout layout, JobMemory<KeyPlan> job, Lane lane, Work work) {
        if (settings.tables() == TableUse.OFF) {
            return Optional.empty();
        }
        KeyTables tables = new KeyTables(key, MsmDevice.of(device), layout.scratchBytes());
        if (tables.bytes() == 0) {
            return Optional.empty();
        }
        return admission.tables(job, tables.bytes()).map(place -> {
            long base = place.region().address();
            if (!place.made()) {
                computing.run(work, () -> make(key, tables, keyBase, base, lane, work));
                place.markMade();
            }
            return new PlacedTables(tables, base);
        });
    }

    private void make(KeyPlan key, KeyTables tables, long keyBase, long base, Lane lane, Work work) {
        long start = System.nanoTime();
        tables.make(kernels, lane, keyBase, base, stageWait(), work);
        LOG.info(
                "key {} has {} of {} MiB on {}, made in {} ms",
                key.id(),
                tables,
                tables.bytes() >> 20,
                device,
                (System.nanoTime() - start) / 1_000_000);
    }

    private DeviceProof streamed(KeyPlan key, Optional<PinnedKey> pinned, JobMemory<KeyPlan> job, Lane lane) {
        return new StreamedProof(
                key,
                pinned,
                streamedLayout(key),
                job.workspace().address(),
                lane,
                kernels,
                MsmDevice.of(device),
                stageWait());
    }

    private StageWait stageWait() {
        return new StageWait(device, settings.stageLimit());
    }

    private long load(KeyPlan key, ResidentKey<KeyPlan> place, Lane lane, Work work) {
        place.load(region -> {
            long start = System.nanoTime();
            key.load(
                    new ScalarKernels(kernels, key.key().shape().curve(), lane.copies()),
                    lane.upload(),
                    region.address(),
                    work);
            lane.copies().synchronize();
            LOG.info(
                    "key {} of {} MiB loaded on {} in {} ms",
                    key.id(),
                    region.bytes() >> 20,
                    device,
                    (System.nanoTime() - start) / 1_000_000);
            return key;
        });
        return place.region().address();
    }

    /** The workspace with as much scratch as is useful, or with less where more jobs fit then. Sums take a few percent longer with less. */
    private JobLayout layout(KeyPlan key) {
        JobLayout roomy = key.layout(MsmDevice.of(device), scratchLimit(arena.capacity()));
        for (int jobs = settings.jobsPerDevice(); jobs >= 1; jobs--) {
            long share = (arena.capacity() - key.bytes()) / jobs - DeviceArena.ALIGNMENT;
            if (roomy.bytes() <= share) {
                return roomy;
            }
            long scratch = share - (roomy.bytes() - roomy.scratchBytes());
            if (scratch > 0) {
                JobLayout lean = key.layout(MsmDevice.of(device), scratch);
                if (lean.bytes() <= share) {
                    return lean;
                }
            }
        }
        return roomy;
    }

    private StreamedLayout streamedLayout(KeyPlan key) {
        return key.streamedLayout(MsmDevice.of(device), arena.capacity(), scratchLimit(arena.capacity()));
    }

    /** What the MSMs' scratch should stay under on a device with so much memory. */
    static long scratchLimit(long capacity) {
        return Math.min(MsmSize.USEFUL_SCRATCH, capacity / SCRATCH_SHARE);
    }

    private Footprint footprint(KeyPlan key) {
        return new Footprint(
                key.id(), key.bytes(), layout(key).bytes(), streamedLayout(key).bytes());
    }

    /** After a failure or a cancellation the lane's work must end before its memory is used again. */
    private static void drain(Lane lane) {
        try {
            lane.compute().synchronize();
            lane.copies().synchronize();
        } catch (DeviceException e) {
            LOG.debug("nothing to wait for: {}", e.getMessage());
        }
    }

    /** Whether nothing runs on the device for this session any more. */
    boolean idle() {
        try {
            return lanes.stream().allMatch(Lane::idle);
        } catch (DeviceException lost) {
            return true;
        }
    }

    Context context() {
        return context;
    }

    /** Closes all that the device still lets us close. A lost context takes the rest with it. */
    @Override
    public void close() {
        lanes.forEach(lane -> closeIfAllowed(lane::close));
        closeIfAllowed(pinnedKeys::close);
        closeIfAllowed(kernels::close);
        closeIfAllowed(memory::close);
        context.close();
    }

    private static void closeIfAllowed(Runnable close) {
        try {
            close.run();
        } catch (DeviceException e) {
            LOG.debug("the context is closed with what it holds: {}", e.getMessage());
        }
    }
}
