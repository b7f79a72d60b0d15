package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.ContextLostException;
import io.proofmill.gpu.driver.Device;
import io.proofmill.gpu.driver.DeviceException;
import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.driver.KernelImages;
import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.memory.DeviceArena;
import io.proofmill.gpu.memory.Footprint;
import io.proofmill.gpu.memory.JobAdmission;
import io.proofmill.gpu.memory.JobMemory;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
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
    private final Turn computing = new Turn();

    private DeviceSession(Context context, KernelImages images, GpuSettings settings) {
        this.device = context.device();
        this.settings = settings;
        this.context = context;
        this.kernels = new Kernels(context, images);
        long available = Math.max(0, context.freeBytes() - RESERVE);
        this.memory =
                context.allocate(Math.min(available, settings.memoryLimit().orElse(available)));
        this.arena = new DeviceArena(memory.address(), memory.bytes());
        this.admission = new JobAdmission<>(arena, settings.jobsPerDevice());
        this.freeLanes = new ArrayBlockingQueue<>(settings.jobsPerDevice());
        for (int i = 0; i < settings.jobsPerDevice(); i++) {
            lanes.add(new Lane(context));
        }
        freeLanes.addAll(lanes);
    }

    /** Opens the device and takes its memory. */
    static DeviceSession open(Device device, KernelImages images, GpuSettings settings) {
        Context context = Context.open(device);
        try {
            return new DeviceSession(context, images, settings);
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
        return admission.evict(key.id());
    }

    /** Computes a proof's sums. Waits for memory, then for the turn to compute. */
    ProofSums prove(KeyPlan key, Assignment assignment, ProofObserver observer, Work work) {
        JobLayout layout = layout(key);
        JobMemory<KeyPlan> job = admission.admit(key.id(), footprint(key, layout), work);
        Lane lane = freeLanes.remove();
        boolean idle = true;
        try {
            long keyBase = load(key, job, lane, work);
            ResidentProof proof = new ResidentProof(
                    key,
                    keyBase,
                    layout,
                    job.workspace().address(),
                    lane,
                    kernels,
                    MsmDevice.of(device),
                    new StageWait(device, settings.stageLimit()));
            proof.upload(assignment, observer, work);
            computing.run(work, () -> proof.compute(observer, work));
            proof.report(observer);
            return proof.combine();
        } catch (NoProgressException e) {
            // Its kernels still run in this memory: neither may be given to another job.
            idle = false;
            throw e;
        } finally {
            if (idle) {
                drain(lane);
                freeLanes.add(lane);
                job.close();
            }
        }
    }

    private long load(KeyPlan key, JobMemory<KeyPlan> job, Lane lane, Work work) {
        var place =
                job.key().orElseThrow(() -> new IllegalStateException("a streamed key came to the resident prover"));
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

    private JobLayout layout(KeyPlan key) {
        long limit = Math.min(MsmSize.USEFUL_SCRATCH, arena.capacity() / SCRATCH_SHARE);
        return key.layout(MsmDevice.of(device), limit);
    }

    private static Footprint footprint(KeyPlan key, JobLayout layout) {
        return new Footprint(key.id(), key.bytes(), layout.bytes(), layout.bytes());
    }

    /** After a failure or a cancellation the lane's work must end before its memory is used again. */
    private static void drain(Lane lane) {
        try {
            lane.compute().synchronize();
            lane.copies().synchronize();
        } catch (ContextLostException e) {
            LOG.debug("nothing to wait for: {}", e.getMessage());
        }
    }

    Device device() {
        return device;
    }

    /** Closes all that the device still lets us close. A lost context takes the rest with it. */
    @Override
    public void close() {
        try {
            lanes.forEach(Lane::close);
            kernels.close();
            memory.close();
        } catch (DeviceException e) {
            LOG.debug("the context is closed with what it holds: {}", e.getMessage());
        }
        context.close();
    }
}
