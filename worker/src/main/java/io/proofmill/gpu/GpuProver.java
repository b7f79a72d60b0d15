package io.proofmill.gpu;

import io.proofmill.gpu.driver.ContextLostException;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.gpu.driver.Device;
import io.proofmill.gpu.driver.KernelImages;
import io.proofmill.gpu.health.DeviceHealth;
import io.proofmill.gpu.health.Placement;
import io.proofmill.gpu.health.Placement.Candidate;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.groth16.Prover;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prover on this process' GPUs. Each proof goes to one device, chosen by where its key lies and how long the queues are. Gives the same bytes as the CPU prover for the same blinding.
 *
 * <p>A device that loses its context fails the jobs on it with DEVICE_FAULT, which are worth another attempt, and starts anew with the next job. What the jobs' checks
 * say about a device goes to its {@link DeviceHealth}. Thread-safe; use platform threads, as the driver's calls block.
 */
public final class GpuProver implements Prover, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GpuProver.class);

    private final List<ProvingDevice> devices = new ArrayList<>();
    /** By the memory that a key lies in; an entry stays until {@link #forget}. */
    private final Map<Arena, KeyPlan> plans = new HashMap<>();

    private final AtomicLong nextKey = new AtomicLong(1);

    private GpuProver(
            List<Device> chosen, KernelImages images, GpuSettings settings, HostBudget budget, InstantSource clock) {
        for (Device device : chosen) {
            devices.add(new ProvingDevice(device, images, settings, budget, clock));
        }
    }

    /**
     * A prover on the chosen devices, or nothing where there is no driver, no device, or no kernels in this build; one log line says which.
     *
     * @throws io.proofmill.math.BadInputException USAGE when the settings name a device that is not there
     */
    public static Optional<GpuProver> open(GpuSettings settings, InstantSource clock) {
        return open(settings, HostBudget.UNLIMITED, clock);
    }

    /**
     * The same within a budget of host memory.
     *
     * @param budget what locked copies of keys are taken from
     */
    public static Optional<GpuProver> open(GpuSettings settings, HostBudget budget, InstantSource clock) {
        Optional<Cuda> cuda = Cuda.load();
        if (cuda.isEmpty()) {
            return Optional.empty();
        }
        Optional<KernelImages> images = KernelImages.find();
        if (images.isEmpty()) {
            LOG.info("no GPU proving: this build has no kernels");
            return Optional.empty();
        }
        List<Device> chosen = settings.devices().of(cuda.get().devices());
        return Optional.of(new GpuProver(chosen, images.get(), settings, budget, clock));
    }

    /** The devices, in the order of the settings. */
    public List<ProvingDevice> devices() {
        return List.copyOf(devices);
    }

    /** Whether a device is lost to this process, so that a restart would gain something. A worker drains and exits then. */
    public boolean restartAdvised() {
        return devices.stream().anyMatch(device -> device.health().isLostForThisProcess());
    }

    @Override
    public ProofSums sums(ProvingKey key, Assignment assignment, ProofObserver observer, Work work) {
        Prover.requireFit(key, assignment);
        KeyPlan plan = plan(key);
        return sumsOn(choose(plan), plan, assignment, observer, work);
    }

    /** The prover on one of its devices, for whoever chooses devices himself. */
    public Prover on(ProvingDevice device) {
        return (key, assignment, observer, work) -> sumsOn(device, key, assignment, observer, work);
    }

    /** The same on a given device: for self-tests and measurements. */
    ProofSums sumsOn(ProvingDevice device, ProvingKey key, Assignment assignment, ProofObserver observer, Work work) {
        Prover.requireFit(key, assignment);
        return sumsOn(device, plan(key), assignment, observer, work);
    }

    private static ProofSums sumsOn(
            ProvingDevice device, KeyPlan plan, Assignment assignment, ProofObserver observer, Work work) {
        DeviceSession session = device.session();
        try {
            return session.prove(plan, assignment, observer, work);
        } catch (ContextLostException e) {
            device.lost(session, e);
            throw e;
        } catch (NoProgressException e) {
            device.stuck(session, e);
            throw e;
        }
    }

    /**
     * Runs the self-test on every device that has not passed one yet or whose quarantine has lasted long enough. Call it at the start, before the first job, and from time to time.
     */
    public void examine() {
        List<ProvingDevice> due =
                devices.stream().filter(ProvingDevice::examinationDue).toList();
        if (due.isEmpty()) {
            return;
        }
        try (SelfTest test = new SelfTest()) {
            due.forEach(device -> examine(device, test));
        }
    }

    private void examine(ProvingDevice device, SelfTest test) {
        try {
            device.examined(test.run(
                    (key, assignment) -> sumsOn(device, key, assignment, ProofObserver.NONE, Work.UNATTENDED)));
        } catch (ProofmillException e) {
            device.examined(Optional.of(e.getMessage()));
        }
        test.keys().forEach(this::forget);
    }

    /** Frees a key's device memory and forgets it, once no job uses it. Call it before the key is closed. */
    public void forget(ProvingKey key) {
        KeyPlan plan;
        synchronized (plans) {
            plan = plans.remove(key.memory());
        }
        if (plan != null) {
            devices.forEach(device -> device.evict(plan));
        }
    }

    /** Drops one locked copy of a key that no job uses, since its host memory is wanted. Returns whether there was one. */
    public boolean dropLockedCopy() {
        return devices.stream().anyMatch(ProvingDevice::dropLockedCopy);
    }

    KeyPlan plan(ProvingKey key) {
        synchronized (plans) {
            return plans.computeIfAbsent(key.memory(), absent -> new KeyPlan("key-" + nextKey.getAndIncrement(), key));
        }
    }

    private ProvingDevice choose(KeyPlan plan) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < devices.size(); i++) {
            candidates.add(devices.get(i).candidate(i, plan));
        }
        return Placement.choose(candidates)
                .map(chosen -> devices.get(chosen.device()))
                .orElseThrow(
                        () -> new ProofmillException(ReasonCode.NO_DEVICE, "every GPU is quarantined: " + reasons()));
    }

    private String reasons() {
        return String.join("; ", devices.stream().map(ProvingDevice::describe).toList());
    }

    @Override
    public void close() {
        devices.forEach(ProvingDevice::close);
    }
}
