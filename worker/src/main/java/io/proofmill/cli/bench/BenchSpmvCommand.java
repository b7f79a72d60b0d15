package io.proofmill.cli.bench;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.SpmvTrial;
import io.proofmill.gpu.bench.Timings;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code proofmill bench spmv}: sparse matrix times vector, both on the device. */
@Command(
        name = "spmv",
        description = "Time products of a sparse matrix, three entries a row, and a vector; checked on the processor.",
        mixinStandardHelpOptions = true)
public final class BenchSpmvCommand extends OperationBench {
    @Override
    void measure(BenchDevice device, int log, PrintWriter console) {
        try (SpmvTrial trial = new SpmvTrial(device, curve(), log, SEED)) {
            Timings timings = Timings.measure(options().warmUp(), options().runs(), trial::run);
            trial.check();
            options()
                    .report(
                            console,
                            "spmv " + curve() + " 2^" + log + " rows",
                            timings,
                            options().floors().bytes(trial.bytes()),
                            String.format(Locale.ROOT, "%.0f GB/s", trial.bytes() / timings.median() / 1e6),
                            Map.of("operation", "spmv", "field", curve(), "logSize", log, "bytes", trial.bytes()));
        }
    }
}
