package io.proofmill.cli.bench;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.NttTrial;
import io.proofmill.gpu.bench.Timings;
import io.proofmill.math.CurveId;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill bench ntt}: number-theoretic transforms with the vector on the device. */
@Command(
        name = "ntt",
        description =
                "Time number-theoretic transforms, natural to bit-reversed order, in place; checked by the inverse.",
        mixinStandardHelpOptions = true)
public final class BenchNttCommand implements Callable<Integer> {
    private static final long SEED = 20261130;

    @Spec
    private CommandSpec spec;

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--curve",
            defaultValue = "BLS12_381",
            description = "Whose scalar field: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private CurveId curve;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        try (BenchDevice device = options.open(console)) {
            for (int log : options.logSizes()) {
                measure(device, log, console);
            }
        }
        options.finish();
        return 0;
    }

    private void measure(BenchDevice device, int log, PrintWriter console) {
        try (NttTrial trial = new NttTrial(device, curve, log, SEED)) {
            trial.check();
            Timings timings = Timings.measure(options.warmUp(), options.runs(), trial::run);
            console.printf(
                    Locale.ROOT,
                    "ntt %s 2^%d: median %.3f ms, %.3f to %.3f%n",
                    curve,
                    log,
                    timings.median(),
                    timings.least(),
                    timings.most());
            console.flush();
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("operation", "ntt");
            row.put("field", curve);
            row.put("logSize", log);
            options.add(row, timings);
        }
    }
}
