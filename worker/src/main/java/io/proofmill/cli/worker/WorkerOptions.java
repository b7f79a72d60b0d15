package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that say which worker is meant: its settings. */
final class WorkerOptions {
    @Option(names = "--config", paramLabel = "FILE", description = "Settings in TOML; see 'worker --print-config'.")
    private Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides one setting; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    Configuration read() throws IOException {
        if (file == null && overrides.isEmpty()) {
            throw new BadInputException(ReasonCode.USAGE, "give --config FILE, or settings with --set KEY=VALUE");
        }
        return file == null ? Configuration.of(overrides) : Configuration.read(file, overrides);
    }
}
