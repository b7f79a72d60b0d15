package io.proofmill.cli.bench;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.Mix;
import io.proofmill.gpu.bench.MsmTrial;
import io.proofmill.gpu.bench.Timings;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.msm.PointGroup;
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

/** {@code proofmill bench msm}: multi-scalar multiplication with points and scalars on the device. */
@Command(
        name = "msm",
        description = "Time multi-scalar multiplications. Points have known logarithms, so every sum is checked.",
        mixinStandardHelpOptions = true)
public final class BenchMsmCommand implements Callable<Integer> {
    private static final long SEED = 20261130;

    /** How scalars are distributed. */
    enum Scalars {
        UNIFORM,
        POREP;

        Mix mix() {
            return this == UNIFORM ? Mix.UNIFORM : Mix.POREP;
        }
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--curve",
            defaultValue = "BLS12_381",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private CurveId curve;

    @Option(names = "--group", defaultValue = "1", description = "1 for G1, 2 for G2; default: ${DEFAULT-VALUE}.")
    private int group;

    @Option(
            names = "--scalars",
            defaultValue = "UNIFORM",
            description =
                    "uniform, or as in a Filecoin PoRep assignment (51.2 %% zeros, 47.2 %% ones); default: ${DEFAULT-VALUE}.")
    private Scalars scalars;

    @Option(
            names = "--tables",
            defaultValue = "1",
            description = "Tables of precomputed multiples; default: ${DEFAULT-VALUE}, none.")
    private int tables;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        PointGroup points = group == 2 ? PointGroup.g2(curve) : PointGroup.g1(curve);
        try (BenchDevice device = options.open(console)) {
            for (int log : options.logSizes()) {
                measure(device, points, log, console);
            }
        }
        options.finish();
        return 0;
    }

    private void measure(BenchDevice device, PointGroup points, int log, PrintWriter console) {
        try (MsmTrial trial =
                new MsmTrial(device, points, 1L << log, scalars.mix(), tables, false, MsmSize.USEFUL_SCRATCH, SEED)) {
            Timings timings = Timings.measure(options.warmUp(), options.runs(), trial::run);
            console.printf(
                    Locale.ROOT,
                    "msm %s 2^%d %s: median %.2f ms, %.2f to %.2f (c %d, %d sets; points %d MiB, scratch %d MiB, tables made in %.0f ms)%n",
                    points,
                    log,
                    scalars,
                    timings.median(),
                    timings.least(),
                    timings.most(),
                    trial.lastPlan().windowBits(),
                    trial.lastPlan().setCount(),
                    trial.pointBytes() >> 20,
                    trial.scratchBytes() >> 20,
                    trial.tableMilliseconds());
            console.flush();
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("operation", "msm");
            row.put("group", points);
            row.put("logSize", log);
            row.put("scalars", scalars);
            row.put("tables", tables);
            row.put("windowBits", trial.lastPlan().windowBits());
            row.put("pointBytes", trial.pointBytes());
            row.put("scratchBytes", trial.scratchBytes());
            row.put("tableMilliseconds", trial.tableMilliseconds());
            options.add(row, timings);
        }
    }
}
