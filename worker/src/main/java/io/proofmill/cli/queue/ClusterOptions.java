package io.proofmill.cli.queue;

import io.proofmill.cli.config.Configuration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that say which cluster is meant; the same settings as the worker's. */
public final class ClusterOptions {
    @Option(names = "--config", paramLabel = "FILE", description = "The worker's settings in TOML.")
    private Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides one setting; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Brokers, in place of kafka.bootstrap.servers.")
    private String bootstrap;

    @Option(names = "--registry", paramLabel = "URL", description = "Schema registry, in place of registry.urls.")
    private String registry;

    public Configuration read() throws IOException {
        Map<String, String> all = new LinkedHashMap<>(overrides);
        if (bootstrap != null) {
            all.put("kafka.bootstrap.servers", bootstrap);
        }
        if (registry != null) {
            all.put("registry.urls", registry);
        }
        return file == null ? Configuration.of(all) : Configuration.read(file, all);
    }
}
