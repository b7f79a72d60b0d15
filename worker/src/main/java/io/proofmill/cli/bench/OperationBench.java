package io.proofmill.cli.bench;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.math.CurveId;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A measurement of one operation on one device, at each of the sizes. */
abstract class OperationBench implements Callable<Integer> {
    static final long SEED = 20261130;

    @Spec
    private CommandSpec spec;

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--curve",
            defaultValue = "BLS12_381",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private CurveId curve;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        try (BenchDevice device = options.open(curve, console)) {
            for (int log : options.logSizes()) {
                measure(device, log, console);
            }
        }
        options.finish();
        return 0;
    }

    /** Measures, checks and reports one size. */
    abstract void measure(BenchDevice device, int log, PrintWriter console);

    BenchOptions options() {
        return options;
    }

    CurveId curve() {
        return curve;
    }
}
