package io.proofmill.cli.config;

import java.util.ArrayList;
import java.util.List;

/** The worker's file with every key, its documentation and its default: what {@code worker --print-config} prints. */
public final class ConfigReference {
    private static final int WIDTH = 110;

    private ConfigReference() {}

    /** TOML text, one table for each first part of a name. */
    public static String toml() {
        StringBuilder out =
                new StringBuilder("# Settings of `proofmill worker --config FILE`. Every key, with its default.\n");
        String table = "";
        for (ConfigKey<?> key : WorkerKeys.ALL) {
            int dot = key.name().indexOf('.');
            String next = key.name().substring(0, dot);
            if (!next.equals(table)) {
                out.append("\n[").append(next).append("]\n");
                table = next;
            }
            wrap(key.documentation())
                    .forEach(line -> out.append("# ").append(line).append('\n'));
            out.append(key.name().substring(dot + 1))
                    .append(" = ")
                    .append(value(key))
                    .append('\n');
        }
        return out.toString();
    }

    private static String value(ConfigKey<?> key) {
        return key.kind() == ConfigKey.Kind.QUOTED ? '"' + key.defaultText() + '"' : key.defaultText();
    }

    private static List<String> wrap(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
