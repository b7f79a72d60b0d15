package io.proofmill.cli.bench;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.SpmvTrial;
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

/** {@code proofmill bench spmv}: sparse matrix times vector, both on the device. */
@Command(
        name = "spmv",
        description = "Time products of a sparse matrix, three entries a row, and a vector; checked on the processor.",
        mixinStandardHelpOptions = true)
public final class BenchSpmvCommand implements Callable<Integer> {
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
        try (SpmvTrial trial = new SpmvTrial(device, curve, log, SEED)) {
            Timings timings = Timings.measure(options.warmUp(), options.runs(), trial::run);
            trial.check();
            console.printf(
                    Locale.ROOT,
                    "spmv %s 2^%d rows: median %.3f ms, %.3f to %.3f, %.0f GB/s%n",
                    curve,
                    log,
                    timings.median(),
                    timings.least(),
                    timings.most(),
                    trial.bytes() / timings.median() / 1e6);
            console.flush();
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("operation", "spmv");
            row.put("field", curve);
            row.put("logSize", log);
            row.put("bytes", trial.bytes());
            options.add(row, timings);
        }
    }
}
