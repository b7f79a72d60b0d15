package io.proofmill.queue.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/** The part of Confluent's REST protocol that producers and workers use, without HTTP: method, path and body in, answer out. */
final class RegistryRoutes {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RegistryContents contents = new RegistryContents();

    /**
     * Answers one request.
     *
     * @param path segments of the path, decoded
     * @throws RegistryError for a refusal
     */
    JsonNode answer(String method, List<String> path, String body) {
        String pattern = method + " " + pattern(path);
        return switch (pattern) {
            case "GET /subjects" -> JSON.valueToTree(contents.subjects());
            case "POST /subjects/*" -> version(contents.lookup(path.get(1), schemaIn(body)));
            case "GET /subjects/*/versions" -> JSON.valueToTree(contents.versions(path.get(1)));
            case "POST /subjects/*/versions" -> object("id", contents.register(path.get(1), schemaIn(body)));
            case "GET /subjects/*/versions/*" -> version(contents.version(path.get(1), path.get(3)));
            case "GET /schemas/ids/*" ->
                JSON.createObjectNode()
                        .put("schema", contents.schema(number(path.get(2))).toString());
            case "GET /schemas/types" -> array("AVRO");
            case "POST /compatibility/subjects/*/versions/*" ->
                JSON.createObjectNode()
                        .put("is_compatible", contents.isCompatible(path.get(2), path.get(4), schemaIn(body)));
            case "GET /config" -> level("compatibilityLevel", contents.globalLevel());
            case "GET /config/*" -> level("compatibilityLevel", contents.level(path.get(1)));
            case "PUT /config" -> {
                CompatibilityLevel level = levelIn(body);
                contents.setGlobalLevel(level);
                yield level("compatibility", level);
            }
            case "PUT /config/*" -> {
                CompatibilityLevel level = levelIn(body);
                contents.setLevel(path.get(1), level);
                yield level("compatibility", level);
            }
            default -> throw RegistryError.noSuchPath("/" + String.join("/", path));
        };
    }

    /** The refusal as the protocol writes it. */
    static JsonNode body(RegistryError error) {
        return JSON.createObjectNode().put("error_code", error.code()).put("message", error.getMessage());
    }

    /** The path with a star for each name or number in it. */
    private static String pattern(List<String> path) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < path.size(); i++) {
            pattern.append('/').append(isWord(path, i) ? path.get(i) : "*");
        }
        return pattern.toString();
    }

    private static boolean isWord(List<String> path, int i) {
        return switch (path.getFirst()) {
            case "schemas" -> i < 2;
            case "compatibility" -> i % 2 == 1 || i == 0;
            default -> i % 2 == 0;
        };
    }

    private static JsonNode version(RegistryContents.Version version) {
        return JSON.createObjectNode()
                .put("subject", version.subject())
                .put("version", version.version())
                .put("id", version.id())
                .put("schema", version.schema().toString());
    }

    private static ObjectNode object(String field, int value) {
        return JSON.createObjectNode().put(field, value);
    }

    private static ArrayNode array(String value) {
        return JSON.createArrayNode().add(value);
    }

    private static ObjectNode level(String field, CompatibilityLevel level) {
        return JSON.createObjectNode().put(field, level.name());
    }

    private static Schema schemaIn(String body) {
        JsonNode request = parsed(body);
        if (!"AVRO".equals(request.path("schemaType").asText("AVRO"))) {
            throw RegistryError.invalidSchema("only AVRO is kept here");
        }
        try {
            return new Schema.Parser().parse(request.path("schema").asText());
        } catch (AvroRuntimeException e) {
            throw RegistryError.invalidSchema(e.getMessage());
        }
    }

    private static CompatibilityLevel levelIn(String body) {
        return CompatibilityLevel.named(parsed(body).path("compatibility").asText());
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw RegistryError.unreadable(e.getOriginalMessage());
        }
    }

    private static int number(String id) {
        try {
            return Integer.parseInt(id);
        } catch (NumberFormatException e) {
            throw RegistryError.noSuchPath("/schemas/ids/" + id);
        }
    }
}
