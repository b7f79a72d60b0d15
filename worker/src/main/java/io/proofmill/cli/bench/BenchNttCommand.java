package io.proofmill.cli.bench;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.NttTrial;
import io.proofmill.gpu.bench.Timings;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code proofmill bench ntt}: number-theoretic transforms with the vector on the device. */
@Command(
        name = "ntt",
        description =
                "Time number-theoretic transforms, natural to bit-reversed order, in place; checked by the inverse.",
        mixinStandardHelpOptions = true)
public final class BenchNttCommand extends OperationBench {
    @Override
    void measure(BenchDevice device, int log, PrintWriter console) {
        try (NttTrial trial = new NttTrial(device, curve(), log, SEED)) {
            trial.check();
            Timings timings = Timings.measure(options().warmUp(), options().runs(), trial::run);
            options()
                    .report(
                            console,
                            "ntt " + curve() + " 2^" + log,
                            timings,
                            options().floors().ntt(log),
                            "",
                            Map.of("operation", "ntt", "field", curve(), "logSize", log));
        }
    }
}
