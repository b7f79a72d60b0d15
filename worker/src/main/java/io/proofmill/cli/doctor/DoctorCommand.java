package io.proofmill.cli.doctor;

import io.proofmill.cli.Logging;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.files.JsonOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill doctor}: what this machine has and lacks, and what to do about it. */
@Command(
        name = "doctor",
        description =
                "Says what this machine has and lacks. With --config or --set it also tries the brokers, the registry and the catalogue.",
        footer = {"", "Exit codes: 0 nothing is wrong, 3 something is."},
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    private static final int SURROUNDINGS = 3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "The worker's settings.")
    private Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides one setting; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        // What would be logged is what the findings say.
        Logging.configure("text", "error", "error");
        List<Finding> findings = new ArrayList<>(MachineChecks.run());
        if (file != null || !overrides.isEmpty()) {
            Configuration configuration =
                    file == null ? Configuration.of(overrides) : Configuration.read(file, overrides);
            findings.addAll(SurroundingsChecks.run(configuration));
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter text = json.text(out);
        findings.forEach(finding -> print(text, finding));
        text.flush();
        json.write(out, findings);
        return findings.stream().anyMatch(finding -> finding.verdict() == Finding.Verdict.BAD) ? SURROUNDINGS : 0;
    }

    private static void print(PrintWriter out, Finding finding) {
        out.printf(
                "%-8s %-13s %s%n",
                finding.verdict().name().toLowerCase(Locale.ROOT), finding.subject(), finding.found());
        if (!finding.advice().isEmpty()) {
            out.printf("%-22s -> %s%n", "", finding.advice());
        }
    }
}
