package io.proofmill.cli.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.Floors;
import io.proofmill.gpu.bench.Timings;
import io.proofmill.math.CurveId;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** What the measurements have in common: how often, on which device, and how figures are shown beside what the device allows. */
final class BenchOptions {
    @Option(
            names = "--log-size",
            split = ",",
            defaultValue = "20",
            description = "log2 of the sizes; default: ${DEFAULT-VALUE}.")
    private List<Integer> logSizes;

    @Option(names = "--runs", defaultValue = "7", description = "Timed runs; default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--warm-up", defaultValue = "2", description = "Runs before them; default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Option(names = "--device", defaultValue = "0", description = "The GPU's number; default: ${DEFAULT-VALUE}.")
    private int device;

    @Option(names = "--json", description = "Write the figures as JSON to this file too.")
    private Path json;

    private final List<Map<String, Object>> rows = new ArrayList<>();
    private final Map<String, Object> header = new LinkedHashMap<>();
    private Floors floors;

    List<Integer> logSizes() {
        return logSizes;
    }

    int runs() {
        return runs;
    }

    int warmUp() {
        return warmUp;
    }

    /** Opens the device and says what it is and can do at best. */
    BenchDevice open(CurveId curve, PrintWriter console) {
        BenchDevice bench = BenchDevice.open(device);
        Yardstick yardstick = Yardstick.measure(bench, curve, console);
        floors = yardstick.floors();
        header.putAll(yardstick.header());
        header.put("warmUps", warmUp);
        return bench;
    }

    /** What the opened device allows at best. */
    Floors floors() {
        return floors;
    }

    /**
     * Shows a row of figures and keeps it for the JSON output.
     *
     * @param what names the measurement
     * @param floor milliseconds that the ceilings allow
     * @param details in words, after the figures
     */
    void report(
            PrintWriter console,
            String what,
            Timings timings,
            double floor,
            String details,
            Map<String, Object> fields) {
        console.printf(
                Locale.ROOT,
                "%s: median %.3f ms, %.3f to %.3f; floor %.3f ms, ratio %.2f%s%n",
                what,
                timings.median(),
                timings.least(),
                timings.most(),
                floor,
                timings.median() / floor,
                details.isEmpty() ? "" : " (" + details + ")");
        console.flush();
        Map<String, Object> row = new LinkedHashMap<>(fields);
        row.put("floorMilliseconds", floor);
        add(row, timings);
    }

    /** Adds a row of figures to the JSON output. */
    void add(Map<String, Object> row, Timings timings) {
        row.put("medianMilliseconds", timings.median());
        row.put("leastMilliseconds", timings.least());
        row.put("mostMilliseconds", timings.most());
        row.put("runs", timings.milliseconds().size());
        rows.add(row);
    }

    /** Writes the JSON file, if one was asked for. */
    void finish() throws IOException {
        if (json == null) {
            return;
        }
        header.put("results", rows);
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(json.toFile(), header);
    }
}
