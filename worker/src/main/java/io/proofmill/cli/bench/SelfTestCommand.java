package io.proofmill.cli.bench;

import io.proofmill.cli.files.JsonOption;
import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.GpuSettings;
import io.proofmill.gpu.ProvingDevice;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        List<Verdict> verdicts = new ArrayList<>();
        try (GpuProver prover = GpuProver.open(GpuSettings.DEFAULT, InstantSource.system())
                .orElseThrow(() -> new ProofmillException(ReasonCode.NO_DEVICE, Cuda.sentence()))) {
            prover.examine();
            for (ProvingDevice device : prover.devices()) {
                boolean passed = device.health().acceptsJobs();
                verdicts.add(new Verdict(
                        device.device().toString(),
                        passed,
                        passed ? "" : device.health().status().reason()));
            }
        }
        PrintWriter text = json.text(console);
        verdicts.forEach(
                verdict -> text.println(verdict.device() + ": " + (verdict.passed() ? "passed" : verdict.reason())));
        console.flush();
        json.write(console, verdicts);
        return verdicts.stream().allMatch(Verdict::passed) ? 0 : ReasonCode.DEVICE_FAULT.exitCode();
    }

    /**
     * What {@code --json} says of a device.
     *
     * @param reason why it did not pass; empty when it did
     */
    record Verdict(String device, boolean passed, String reason) {}
}
