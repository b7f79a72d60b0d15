package io.proofmill.cli.bench;

import io.proofmill.cli.files.Backend;
import io.proofmill.cli.files.SetupBackend;
import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.GpuSettings;
import io.proofmill.gpu.TableUse;
import io.proofmill.gpu.bench.DenseTrial;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.Prover;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.time.InstantSource;
import picocli.CommandLine.Option;

/** Which circuit and key a measured proof has, and who proves it with what. */
final class TrialOptions {
    @Option(
            names = "--curve",
            defaultValue = "BN254",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private CurveId curve;

    @Option(
            names = "--circuit",
            defaultValue = "CHAIN",
            description =
                    "CHAIN: x -> x^2 + x + i, all values dense; POREP: the sizes and values of a part of a 32 GiB PoRep"
                            + " at --log-size 27, the same shares below; default: ${DEFAULT-VALUE}.")
    private DenseTrial.Kind circuit;

    @Option(
            names = "--style",
            defaultValue = "CIRCOM",
            description = "Form of the key: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private DenseTrial.Style style;

    @Option(
            names = "--backend",
            defaultValue = "auto",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Backend backend;

    @Option(
            names = "--memory-limit",
            defaultValue = "0",
            description = "MiB of each device to use: less than the key takes lets it stream; default: all.")
    private long memoryLimit;

    @Option(
            names = "--pinned-memory",
            defaultValue = "-1",
            description = "MiB of host memory that copies of streaming keys may lock; default: as gpu.pinned-memory.")
    private long pinnedMemory;

    @Option(
            names = "--host-threads",
            defaultValue = "0",
            description = "As the setting gpu.host-threads; default: the setting's.")
    private int hostThreads;

    @Option(
            names = "--tables",
            defaultValue = "AUTO",
            description = "As the setting gpu.tables: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private TableUse tables;

    @Option(
            names = "--jobs-per-device",
            defaultValue = "0",
            description = "As the setting gpu.jobs-per-device; default: the setting's.")
    private int jobsPerDevice;

    CurveId curve() {
        return curve;
    }

    DenseTrial.Kind circuit() {
        return circuit;
    }

    Backend backend() {
        return backend;
    }

    /** Makes circuit, key and witness. */
    DenseTrial make(int log) {
        try (SetupBackend multiples = SetupBackend.open(backend)) {
            return DenseTrial.make(curve, log, circuit, style, multiples);
        }
    }

    /** The prover, which lives as long as the process. */
    Prover open() {
        GpuSettings settings = GpuSettings.DEFAULT.withTables(tables);
        if (jobsPerDevice > 0) {
            settings = settings.withJobsPerDevice(jobsPerDevice);
        }
        if (memoryLimit > 0) {
            settings = settings.withMemoryLimit(memoryLimit << 20);
        }
        if (pinnedMemory >= 0) {
            settings = settings.withPinnedMemory(pinnedMemory << 20);
        }
        if (hostThreads > 0) {
            settings = settings.withHostThreads(hostThreads);
        }
        return backend == Backend.CPU
                ? new CpuProver()
                : GpuProver.open(settings, InstantSource.system())
                        .orElseThrow(() -> new ProofmillException(ReasonCode.NO_DEVICE, Cuda.sentence()));
    }
}
