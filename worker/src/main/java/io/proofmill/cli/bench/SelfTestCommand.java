package io.proofmill.cli.bench;

import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.GpuSettings;
import io.proofmill.gpu.ProvingDevice;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code proofmill selftest}: whether this machine's GPUs prove right. */
@Command(
        name = "selftest",
        description = "Make one proof a curve on every GPU and compare it with the processor's.",
        mixinStandardHelpOptions = true)
public final class SelfTestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter console = spec.commandLine().getOut();
        try (GpuProver prover = GpuProver.open(GpuSettings.DEFAULT, InstantSource.system())
                .orElseThrow(() -> new ProofmillException(ReasonCode.NO_DEVICE, Cuda.sentence()))) {
            prover.examine();
            boolean sound = true;
            for (ProvingDevice device : prover.devices()) {
                boolean passed = device.health().acceptsJobs();
                sound &= passed;
                console.println(device.device() + ": "
                        + (passed ? "passed" : device.health().status().reason()));
            }
            console.flush();
            return sound ? 0 : ReasonCode.DEVICE_FAULT.exitCode();
        }
    }
}
