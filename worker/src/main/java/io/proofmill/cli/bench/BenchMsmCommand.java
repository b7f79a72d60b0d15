package io.proofmill.cli.bench;

import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.Mix;
import io.proofmill.gpu.bench.MsmTrial;
import io.proofmill.gpu.bench.Timings;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.msm.PointGroup;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proofmill bench msm}: multi-scalar multiplication with points and scalars on the device. */
@Command(
        name = "msm",
        description = "Time multi-scalar multiplications. Points have known logarithms, so every sum is checked.",
        mixinStandardHelpOptions = true)
public final class BenchMsmCommand extends OperationBench {
    /** How scalars are distributed. */
    enum Scalars {
        UNIFORM,
        POREP;

        Mix mix() {
            return this == UNIFORM ? Mix.UNIFORM : Mix.POREP;
        }
    }

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
    void measure(BenchDevice device, int log, PrintWriter console) {
        PointGroup points = group == 2 ? PointGroup.g2(curve()) : PointGroup.g1(curve());
        try (MsmTrial trial =
                new MsmTrial(device, points, 1L << log, scalars.mix(), tables, false, MsmSize.USEFUL_SCRATCH, SEED)) {
            Timings timings = Timings.measure(options().warmUp(), options().runs(), trial::run);
            String details = String.format(
                    Locale.ROOT,
                    "c %d, %d sets; points %d MiB, scratch %d MiB, tables made in %.0f ms",
                    trial.lastPlan().windowBits(),
                    trial.lastPlan().setCount(),
                    trial.pointBytes() >> 20,
                    trial.scratchBytes() >> 20,
                    trial.tableMilliseconds());
            double floor = options().floors().msm(points, trial.lastPlan(), trial.denseScalars(), trial.unitScalars());
            options()
                    .report(
                            console,
                            "msm " + points + " 2^" + log + " " + scalars,
                            timings,
                            floor,
                            details,
                            row(points, log, trial));
        }
    }

    private Map<String, Object> row(PointGroup points, int log, MsmTrial trial) {
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
        return row;
    }
}
