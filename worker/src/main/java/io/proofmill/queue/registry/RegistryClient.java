package io.proofmill.queue.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/**
 * The Confluent REST protocol over {@code java.net.http}, one request a call. {@link CachingRegistry} stands before it where calls repeat.
 */
public final class RegistryClient implements SchemaRegistry, AutoCloseable {
    private final RegistryTransport transport;

    public RegistryClient(RegistrySettings settings) {
        this.transport = new RegistryTransport(settings);
    }

    @Override
    public int register(String subject, Schema schema) {
        return idIn(transport.change("/subjects/" + encoded(subject) + "/versions", bodyOf(schema)));
    }

    @Override
    public int lookup(String subject, Schema schema) {
        return idIn(transport.ask("/subjects/" + encoded(subject), bodyOf(schema)));
    }

    @Override
    public Schema byId(int id) {
        String path = "/schemas/ids/" + id;
        JsonNode answer = transport.get(path);
        String type = answer.path("schemaType").asText("AVRO");
        if (!"AVRO".equals(type)) {
            throw refusedSchema(id, "expected an AVRO schema, found type " + type, null);
        }
        if (!answer.path("references").isEmpty()) {
            throw refusedSchema(id, "expected a schema that stands alone, found references to other subjects", null);
        }
        try {
            return new Schema.Parser()
                    .setValidateDefaults(false)
                    .parse(required(answer, "schema").asText());
        } catch (SchemaParseException e) {
            throw refusedSchema(id, "not an Avro schema (" + e.getMessage() + ")", e);
        }
    }

    @Override
    public List<Integer> versions(String subject) {
        List<Integer> versions = new ArrayList<>();
        transport.get("/subjects/" + encoded(subject) + "/versions").forEach(node -> versions.add(node.asInt()));
        return List.copyOf(versions);
    }

    @Override
    public boolean isCompatible(String subject, Schema schema) {
        try {
            JsonNode answer =
                    transport.ask("/compatibility/subjects/" + encoded(subject) + "/versions/latest", bodyOf(schema));
            return required(answer, "is_compatible").asBoolean();
        } catch (RegistryRefusedException e) {
            if (e.code() == RegistryRefusedException.SUBJECT_NOT_FOUND
                    || e.code() == RegistryRefusedException.VERSION_NOT_FOUND) {
                return true;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        transport.close();
    }

    private static ObjectNode bodyOf(Schema schema) {
        return JsonNodeFactory.instance.objectNode().put("schema", schema.toString());
    }

    private static int idIn(JsonNode answer) {
        return required(answer, "id").asInt();
    }

    private static JsonNode required(JsonNode answer, String field) {
        JsonNode value = answer.get(field);
        if (value == null) {
            throw new RegistryUnavailableException(
                    "registry: expected the field %s in its answer, found %s".formatted(field, answer));
        }
        return value;
    }

    private static RegistryRefusedException refusedSchema(int id, String sentence, Throwable cause) {
        RegistryRefusedException refused = new RegistryRefusedException(
                RegistryRefusedException.INVALID_SCHEMA, "schema id " + id + ": " + sentence);
        refused.initCause(cause);
        return refused;
    }

    private static String encoded(String subject) {
        return URLEncoder.encode(subject, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
