package io.proofmill.r1cs;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text form of a {@link RowDigest}: {@code key: value} lines, then {@code row N: hex} lines. */
public final class RowDigestText {
    private RowDigestText() {}

    /** Prints a digest, with its checkpoints or without. */
    public static String print(RowDigest digest, boolean checkpoints) {
        CircuitCounts counts = digest.counts();
        StringBuilder text = new StringBuilder();
        line(text, "circuit", counts.circuit());
        line(text, "inputs", counts.inputs());
        line(text, "aux", counts.auxiliaries());
        line(text, "constraints", counts.constraints());
        line(text, "nonzeros_a", counts.nonZerosA());
        line(text, "nonzeros_b", counts.nonZerosB());
        line(text, "nonzeros_c", counts.nonZerosC());
        line(text, "density_a_aux", counts.densityA());
        line(text, "density_b_aux", counts.densityB());
        line(text, "density_b_inputs", counts.densityInputsB());
        line(text, "r1cs_sha256", digest.sha256());
        line(text, "interval", digest.interval());
        if (checkpoints) {
            for (Checkpoint checkpoint : digest.checkpoints()) {
                line(text, "row " + checkpoint.count(), checkpoint.hex());
            }
        }
        return text.toString();
    }

    /**
     * Reads the printed form; unknown keys (such as {@code about}) are passed over.
     *
     * @param name of the file, for failures
     * @throws BadInputException MALFORMED_FILE naming the line that is missing or is none
     */
    public static RowDigest parse(String name, String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE, name + " is not the digest of a circuit's rows: " + e.getMessage(), e);
        }
    }

    private static RowDigest parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        List<Checkpoint> checkpoints = new ArrayList<>();
        for (String line : text.lines().toList()) {
            int colon = line.indexOf(": ");
            if (colon < 0) {
                continue;
            }
            String key = line.substring(0, colon);
            String value = line.substring(colon + 2);
            if (key.startsWith("row ")) {
                checkpoints.add(checkpoint(line, key.substring(4), value));
            } else {
                values.put(key, value);
            }
        }
        long interval = number(values, "interval");
        if (interval < 1) {
            throw new IllegalArgumentException("interval should be at least 1, found " + interval);
        }
        return new RowDigest(counts(values), value(values, "r1cs_sha256"), interval, List.copyOf(checkpoints));
    }

    private static Checkpoint checkpoint(String line, String count, String head) {
        try {
            return new Checkpoint(Long.parseLong(count), HexFormat.fromHexDigitsToLong(head));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + line + "' is no checkpoint", e);
        }
    }

    private static CircuitCounts counts(Map<String, String> values) {
        return new CircuitCounts(
                value(values, "circuit"),
                number(values, "inputs"),
                number(values, "aux"),
                number(values, "constraints"),
                number(values, "nonzeros_a"),
                number(values, "nonzeros_b"),
                number(values, "nonzeros_c"),
                number(values, "density_a_aux"),
                number(values, "density_b_aux"),
                number(values, "density_b_inputs"));
    }

    private static long number(Map<String, String> values, String key) {
        String value = value(values, key);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " should be a number, found '" + value + "'", e);
        }
    }

    private static String value(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("it has no line '" + key + ": '");
        }
        return value;
    }

    private static void line(StringBuilder text, String key, Object value) {
        text.append(key).append(": ").append(value).append('\n');
    }
}
