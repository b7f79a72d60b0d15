package io.proofmill.cli.demo;

import io.proofmill.cli.Logging;
import io.proofmill.cli.files.JsonOption;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.embedded.FreePort;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill demo}: the whole of it in one process, on real sockets. */
@Command(
        name = "demo",
        description =
                "Starts a Kafka broker, a schema registry and a worker in this process, sends proof requests over both curves,"
                        + " two of them bad, shows what became of each, then mends one and replays it.",
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
    static final String STATUS_PORT = "status.port";
    private static final int LEAST = 3;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--jobs",
            defaultValue = "8",
            description = "Requests to send, at least 3 (default: ${DEFAULT-VALUE}).")
    private int jobs;

    @Mixin
    private JsonOption json;

    @Option(
            names = "--backend",
            paramLabel = "auto|cpu|cuda",
            defaultValue = "auto",
            description = "Where to prove (default: ${DEFAULT-VALUE}).")
    private String backend;

    @Option(
            names = "--keep-running",
            description =
                    "Leaves broker, registry and worker running, with a status page, until the command is interrupted.")
    private boolean keepRunning;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Overrides one of the worker's settings; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (jobs < LEAST) {
            throw new BadInputException(ReasonCode.USAGE, "--jobs: expected at least " + LEAST + ", found " + jobs);
        }
        // The worker's log would run through the demo's own lines; what matters of it is in the report.
        Logging.configure("text", "error", "error");
        Path folder = Files.createTempDirectory("proofmill-demo");
        try {
            Map<String, String> settings = new LinkedHashMap<>(overrides);
            settings.put("prover.backend", backend);
            if (keepRunning) {
                settings.putIfAbsent(STATUS_PORT, Integer.toString(FreePort.find()));
            }
            PrintWriter out = spec.commandLine().getOut();
            DemoReport report = new DemoRun(folder, settings, jobs, json.text(out), System.err, keepRunning).run();
            json.write(out, report);
            return report.asExpected() ? 0 : 1;
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
