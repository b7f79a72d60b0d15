package io.proofmill.circom;

import com.fasterxml.jackson.databind.JsonNode;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The inputs of a circuit by signal name, from circom's input.json. Nested arrays are flattened in order; members of objects (buses) become signals named
 * {@code outer.inner}, in arrays {@code outer[0].inner}. A value is a JSON integer of any size, or a string of decimal or 0x-prefixed digits.
 *
 * @param values the flattened values of each signal, in the order of the file
 */
public record InputSignals(Map<String, List<BigInteger>> values) {
    private static final int MAX_NAME = 1000;

    public InputSignals {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Reads an input file.
     *
     * @param name what complaints call the file
     * @throws BadInputException INVALID_REQUEST: whoever asked for the proof wrote this file
     */
    public static InputSignals read(String name, byte[] text) {
        try {
            JsonDocument document = JsonDocument.parse(name, text).requireObject();
            Map<String, List<BigInteger>> values = new LinkedHashMap<>();
            document.root()
                    .properties()
                    .forEach(member -> collect(document, member.getKey(), member.getValue(), values));
            return new InputSignals(values);
        } catch (BadInputException e) {
            throw new BadInputException(ReasonCode.INVALID_REQUEST, e.getMessage(), e);
        }
    }

    private static void collect(
            JsonDocument document, String signal, JsonNode node, Map<String, List<BigInteger>> values) {
        if (signal.length() > MAX_NAME) {
            throw document.malformed("has a signal whose name is longer than " + MAX_NAME + " characters");
        }
        if (node.isObject()) {
            node.properties()
                    .forEach(member -> collect(document, signal + "." + member.getKey(), member.getValue(), values));
        } else if (node.isArray() && holdsObjects(node)) {
            for (int i = 0; i < node.size(); i++) {
                collect(document, signal + "[" + i + "]", node.get(i), values);
            }
        } else {
            List<BigInteger> flat = new ArrayList<>();
            flatten(document, signal, node, flat);
            if (values.put(signal, List.copyOf(flat)) != null) {
                throw document.malformed("gives signal " + JsonDocument.quoted(signal) + " twice");
            }
        }
    }

    private static boolean holdsObjects(JsonNode node) {
        JsonNode first = node;
        while (first.isArray() && !first.isEmpty()) {
            first = first.get(0);
        }
        return first.isObject();
    }

    private static void flatten(JsonDocument document, String signal, JsonNode node, List<BigInteger> flat) {
        if (node.isArray()) {
            node.forEach(element -> flatten(document, signal, element, flat));
        } else {
            flat.add(document.integer(node, "signal " + signal));
        }
    }
}
