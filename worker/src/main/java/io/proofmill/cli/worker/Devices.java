package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.engine.DeviceTrust;
import io.proofmill.engine.ProvingDevice;
import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.GpuSettings;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.gpu.driver.DeviceSelection;
import io.proofmill.gpu.health.DeviceHealth;
import io.proofmill.gpu.health.HealthPolicy;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Where a worker proves: its GPUs, each passed by a self-test first, or the CPU. Closing it frees the devices. */
final class Devices implements AutoCloseable {
    private final List<ProvingDevice> list;
    private final Optional<GpuProver> gpus;
    private final Optional<DeviceExaminer> examiner;

    private Devices(List<ProvingDevice> list, Optional<GpuProver> gpus, Optional<DeviceExaminer> examiner) {
        this.list = list;
        this.gpus = gpus;
        this.examiner = examiner;
    }

    /**
     * Opens what the settings ask for.
     *
     * @throws ProofmillException NO_DEVICE when prover.backend is cuda and there is none; USAGE for a device that is not there
     */
    static Devices open(Configuration configuration) {
        String backend = configuration.get(WorkerKeys.BACKEND);
        if (backend.equals("cpu")) {
            return cpu();
        }
        GpuSettings settings = settings(configuration);
        Optional<GpuProver> gpus = GpuProver.open(settings, InstantSource.system());
        if (gpus.isEmpty() && backend.equals("cuda")) {
            throw new ProofmillException(ReasonCode.NO_DEVICE, Cuda.sentence());
        }
        return gpus.map(prover -> gpus(prover, settings)).orElseGet(Devices::cpu);
    }

    List<ProvingDevice> list() {
        return list;
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
        return new Devices(List.of(ProvingDevice.cpu(new CpuProver())), Optional.empty(), Optional.empty());
    }

    private static Devices gpus(GpuProver prover, GpuSettings settings) {
        prover.examine();
        List<ProvingDevice> list = prover.devices().stream()
                .map(gpu -> new ProvingDevice(
                        "cuda:" + gpu.device().ordinal(),
                        prover.on(gpu),
                        settings.jobsPerDevice(),
                        new Trust(gpu.health()),
                        false))
                .toList();
        DeviceExaminer examiner = new DeviceExaminer(prover);
        examiner.start();
        return new Devices(list, Optional.of(prover), Optional.of(examiner));
    }

    private static GpuSettings settings(Configuration configuration) {
        long limit = configuration.get(WorkerKeys.GPU_MEMORY);
        return new GpuSettings(
                DeviceSelection.parse(configuration.get(WorkerKeys.GPU_DEVICES)),
                configuration.get(WorkerKeys.GPU_JOBS),
                limit > 0 ? OptionalLong.of(limit) : OptionalLong.empty(),
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
