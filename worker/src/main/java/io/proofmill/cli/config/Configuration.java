package io.proofmill.cli.config;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;

/**
 * A worker's settings: defaults, overlaid by a TOML file, overlaid by {@code --set key=value}. A key that does not exist is an error that
 * names the nearest one that does; {@code kafka.*} is passed through to the Kafka clients.
 */
public final class Configuration {
    private static final String KAFKA = "kafka.";
    private static final String CIRCUIT = "circuit.";

    private final Map<String, String> values;

    private Configuration(Map<String, String> values) {
        this.values = values;
        values.forEach(Configuration::check);
    }

    /** Defaults and overrides alone. */
    public static Configuration of(Map<String, String> overrides) {
        return new Configuration(new LinkedHashMap<>(overrides));
    }

    /**
     * Reads a TOML file.
     *
     * @param file the worker's file
     * @param overrides {@code key=value} pairs that win over the file
     * @throws BadInputException USAGE, naming the line or the key at fault
     */
    public static Configuration read(Path file, Map<String, String> overrides) throws IOException {
        TomlParseResult toml = Toml.parse(file);
        if (toml.hasErrors()) {
            var first = toml.errors().getFirst();
            throw new BadInputException(
                    ReasonCode.USAGE,
                    file + " line " + first.position().line() + ": "
                            + first.getMessage().replace('\n', ' '));
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (List<String> path : toml.keyPathSet()) {
            values.put(String.join(".", path), text(toml.get(path)));
        }
        values.putAll(overrides);
        return new Configuration(values);
    }

    /** The value of a key, from wherever it was set. */
    public <T> T get(ConfigKey<T> key) {
        return key.read(values.getOrDefault(key.name(), key.defaultText()));
    }

    /** Names of the keys that were set, in file or command. Their values may be secrets (those of Kafka's clients) and are not for a log. */
    public List<String> given() {
        return values.keySet().stream().sorted().toList();
    }

    /** What goes to the Kafka clients: every {@code kafka.*} setting without that prefix. */
    public Map<String, String> kafka() {
        Map<String, String> settings = new LinkedHashMap<>(below(KAFKA));
        settings.put("bootstrap.servers", get(WorkerKeys.BOOTSTRAP));
        return settings;
    }

    /** Catalogue entries given in the file: {@code circuit.NAME.zkey|vkey|wasm|r1cs}, by name and then by part. */
    public Map<String, Map<String, String>> circuits() {
        Map<String, Map<String, String>> circuits = new LinkedHashMap<>();
        below(CIRCUIT).forEach((key, value) -> {
            int dot = key.lastIndexOf('.');
            circuits.computeIfAbsent(key.substring(0, dot), ignored -> new LinkedHashMap<>())
                    .put(key.substring(dot + 1), value);
        });
        return circuits;
    }

    private Map<String, String> below(String prefix) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .collect(Collectors.toMap(
                        entry -> entry.getKey().substring(prefix.length()),
                        Map.Entry::getValue,
                        (first, ignored) -> first,
                        LinkedHashMap::new));
    }

    private static void check(String name, String value) {
        if (name.startsWith(KAFKA) || name.matches("circuit\\..+\\.(zkey|vkey|wasm|r1cs)")) {
            return;
        }
        ConfigKey<?> key = WorkerKeys.ALL.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BadInputException(
                        ReasonCode.USAGE, "unknown setting '" + name + "'; the nearest is '" + nearest(name) + "'"));
        key.read(value);
    }

    private static String nearest(String name) {
        EditDistance distance = new EditDistance(name);
        return WorkerKeys.ALL.stream()
                .map(ConfigKey::name)
                .min((a, b) -> Integer.compare(distance.to(a), distance.to(b)))
                .orElseThrow();
    }

    private static String text(Object value) {
        return value instanceof TomlArray array
                ? array.toList().stream().map(Object::toString).collect(Collectors.joining(","))
                : String.valueOf(value);
    }
}
