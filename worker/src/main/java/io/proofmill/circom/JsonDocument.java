package io.proofmill.circom;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** A JSON file of snarkjs' family, read strictly; complaints name the file and the field. */
final class JsonDocument {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,1000}");
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX][0-9a-fA-F]{1,1000}");

    private final String name;
    private final JsonNode root;

    private JsonDocument(String name, JsonNode root) {
        this.name = name;
        this.root = root;
    }

    /** Parses UTF-8 text. */
    static JsonDocument parse(String name, byte[] text) {
        try {
            JsonNode root = MAPPER.readTree(text);
            if (root == null || root.isMissingNode()) {
                throw Iden3File.malformed(name, "is empty, JSON was expected");
            }
            return new JsonDocument(name, root);
        } catch (JsonProcessingException e) {
            String where =
                    e.getLocation() == null ? "" : " in line " + e.getLocation().getLineNr();
            String what = e.getOriginalMessage().lines().findFirst().orElse("unreadable");
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE, name + " is not valid JSON" + where + ": " + what, e);
        } catch (IOException e) {
            throw new BadInputException(ReasonCode.MALFORMED_FILE, name + " is not valid JSON: " + e.getMessage(), e);
        }
    }

    String name() {
        return name;
    }

    JsonNode root() {
        return root;
    }

    JsonDocument requireObject() {
        if (!root.isObject()) {
            throw malformed("should hold an object, found " + described(root));
        }
        return this;
    }

    /** A member of the top-level object that must be there. */
    JsonNode member(String field) {
        JsonNode node = root.get(field);
        if (node == null) {
            throw malformed("has no member " + field);
        }
        return node;
    }

    boolean has(String field) {
        return root.has(field);
    }

    /** The curve that the member {@code curve} names. */
    CurveId curve() {
        String found = member("curve").asText();
        for (CurveId curve : CurveId.values()) {
            if (curve.circomName().equalsIgnoreCase(found.replace("-", ""))) {
                return curve;
            }
        }
        throw new BadInputException(
                ReasonCode.CURVE_MISMATCH, name + " is over curve " + quoted(found) + ", expected bn128 or bls12381");
    }

    /** Refuses another protocol than groth16, where one is named. */
    void requireGroth16() {
        JsonNode protocol = root.get("protocol");
        if (protocol != null && !"groth16".equals(protocol.asText())) {
            throw malformed("is for protocol " + quoted(protocol.asText()) + ", expected groth16");
        }
    }

    /** An array of exactly this length. */
    JsonNode array(JsonNode node, String field, int length) {
        if (!node.isArray() || node.size() != length) {
            String found = node.isArray() ? node.size() + " elements" : described(node);
            throw malformed(field + " should be an array of " + length + " elements, found " + found);
        }
        return node;
    }

    /** An integer: a JSON integer, or a string of decimal or 0x-prefixed hexadecimal digits. */
    BigInteger integer(JsonNode node, String field) {
        if (node.isIntegralNumber()) {
            return node.bigIntegerValue();
        }
        String text = node.isTextual() ? node.textValue().strip() : "";
        if (DECIMAL.matcher(text).matches()) {
            return new BigInteger(text);
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            return new BigInteger(text.substring(2), 16);
        }
        throw malformed(field + " should be an integer, found " + described(node));
    }

    BadInputException malformed(String predicate) {
        return Iden3File.malformed(name + ":", predicate);
    }

    /** A short name of what a node is. */
    static String described(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> quoted(node.textValue());
            case NUMBER -> "the number " + shortened(node.asText());
            case ARRAY -> "an array";
            case OBJECT -> "an object";
            default -> shortened(node.asText());
        };
    }

    static String quoted(String text) {
        return "'" + shortened(text) + "'";
    }

    private static String shortened(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return printable.length() <= 40 ? printable : printable.substring(0, 40) + "...";
    }
}
