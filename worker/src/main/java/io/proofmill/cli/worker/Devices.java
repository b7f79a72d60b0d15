package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.engine.DeviceTrust;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.engine.ProvingDevice;
import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.GpuSettings;
import io.proofmill.gpu.HostBudget;
import io.proofmill.gpu.TableUse;
import io.proofmill.gpu.driver.CopiedBytes;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.gpu.driver.DeviceSelection;
import io.proofmill.gpu.driver.DeviceState;
import io.proofmill.gpu.health.DeviceHealth;
import io.proofmill.gpu.health.HealthPolicy;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.status.DeviceActivity;
import io.proofmill.status.DeviceReport;
import io.proofmill.status.HostMemory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Where a worker proves: its GPUs, each passed by a self-test first, or the CPU. Closing it frees the devices. */
final class Devices implements AutoCloseable {
    private final List<ProvingDevice> list;
    private final Optional<GpuProver> gpus;
    private Optional<DeviceExaminer> examiner = Optional.empty();
    private final Instant openedAt = Instant.now();

    private Devices(List<ProvingDevice> list, Optional<GpuProver> gpus) {
        this.list = list;
        this.gpus = gpus;
    }

    /**
     * Opens what the settings ask for.
     *
     * @param budget what locked copies of keys are taken from, and given back to when it runs short
     * @throws ProofmillException NO_DEVICE when prover.backend is cuda and there is none; USAGE for a device that is not there
     */
    static Devices open(Configuration configuration, MemoryBudget budget) {
        String backend = configuration.get(WorkerKeys.BACKEND);
        if (backend.equals("cpu")) {
            return cpu();
        }
        GpuSettings settings = settings(configuration);
        HostBudget locked = bytes -> budget.tryReserve(bytes).map(reservation -> reservation::close);
        Optional<GpuProver> gpus = GpuProver.open(settings, locked, InstantSource.system());
        gpus.ifPresent(prover -> budget.reclaimFrom(prover::dropLockedCopy));
        if (gpus.isEmpty() && backend.equals("cuda")) {
            throw new ProofmillException(ReasonCode.NO_DEVICE, Cuda.sentence());
        }
        return gpus.map(prover -> gpus(prover, settings)).orElseGet(Devices::cpu);
    }

    List<ProvingDevice> list() {
        return list;
    }

    /** The prover on the GPUs; nothing where the processor proves. */
    Optional<GpuProver> gpus() {
        return gpus;
    }

    /** How they are now, in their order. */
    List<DeviceReport> reports(DeviceActivity activity) {
        return gpus.map(prover -> prover.devices().stream()
                        .map(gpu -> report(gpu, activity))
                        .toList())
                .orElseGet(() -> List.of(processor(activity)));
    }

    /**
     * Begins to look after the devices.
     *
     * @param restart is told once when a device is lost to this process, so that only a new one can use it
     */
    void watch(Runnable restart) {
        examiner = gpus.map(prover -> new DeviceExaminer(prover::examine, prover::restartAdvised, restart));
        examiner.ifPresent(DeviceExaminer::start);
    }

    /** Frees what the devices hold of a key. */
    void forget(ProvingKey key) {
        gpus.ifPresent(prover -> prover.forget(key));
    }

    @Override
    public void close() {
        examiner.ifPresent(DeviceExaminer::close);
        gpus.ifPresent(GpuProver::close);
    }

    private static Devices cpu() {
        return new Devices(List.of(ProvingDevice.cpu(new CpuProver())), Optional.empty());
    }

    private static Devices gpus(GpuProver prover, GpuSettings settings) {
        prover.examine();
        List<ProvingDevice> list = prover.devices().stream()
                .map(gpu -> new ProvingDevice(
                        name(gpu), prover.on(gpu), settings.jobsPerDevice(), new Trust(gpu.health()), false))
                .toList();
        return new Devices(list, Optional.of(prover));
    }

    private static String name(io.proofmill.gpu.ProvingDevice gpu) {
        return "cuda:" + gpu.device().ordinal();
    }

    private DeviceReport report(io.proofmill.gpu.ProvingDevice gpu, DeviceActivity activity) {
        DeviceHealth.Status health = gpu.health().status();
        DeviceState now = DeviceState.of(gpu.device());
        return new DeviceReport(
                name(gpu),
                gpu.device().name(),
                health.state().name(),
                health.reason(),
                health.since(),
                health.faults(),
                activity.running(name(gpu)),
                present(now.usedBytes()),
                gpu.device().memoryBytes(),
                present(now.celsius()).map(Math::toIntExact),
                CopiedBytes.of(gpu.device()).up(),
                CopiedBytes.of(gpu.device()).down());
    }

    private static Optional<Long> present(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    private DeviceReport processor(DeviceActivity activity) {
        return new DeviceReport(
                list.getFirst().name(),
                Runtime.getRuntime().availableProcessors() + " processors",
                DeviceHealth.State.HEALTHY.name(),
                "",
                openedAt,
                0,
                activity.running(list.getFirst().name()),
                Optional.of(HostMemory.used()),
                HostMemory.total(),
                Optional.empty(),
                0,
                0);
    }

    private static GpuSettings settings(Configuration configuration) {
        long limit = configuration.get(WorkerKeys.GPU_MEMORY);
        long pinned = configuration.get(WorkerKeys.GPU_PINNED_MEMORY);
        return new GpuSettings(
                DeviceSelection.parse(configuration.get(WorkerKeys.GPU_DEVICES)),
                configuration.get(WorkerKeys.GPU_JOBS),
                configuration.get(WorkerKeys.GPU_HOST_THREADS),
                limit > 0 ? OptionalLong.of(limit) : OptionalLong.empty(),
                pinned > 0 ? pinned : GpuSettings.DEFAULT.pinnedMemory(),
                TableUse.valueOf(configuration.get(WorkerKeys.GPU_TABLES).toUpperCase(Locale.ROOT)),
                configuration.get(WorkerKeys.STAGE_LIMIT),
                HealthPolicy.DEFAULT);
    }

    /** A GPU's health as the engine asks for it. */
    private record Trust(DeviceHealth health) implements DeviceTrust {
        @Override
        public boolean acceptsJobs() {
            return health.acceptsJobs();
        }

        @Override
        public void checked(String circuit, boolean passed) {
            if (passed) {
                health.proofPassed();
            } else {
                health.wrongProof(circuit);
            }
        }
    }
}
