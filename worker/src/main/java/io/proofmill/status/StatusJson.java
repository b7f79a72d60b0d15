package io.proofmill.status;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.time.Instant;

/** Writes the status as JSON: instants in ISO 8601, what is absent as null. */
final class StatusJson {
    private static final ObjectMapper MAPPER = new ObjectMapper().registerModules(new Jdk8Module(), instants());

    private StatusJson() {}

    static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a status that is no JSON", e);
        }
    }

    /**
     * The text of a field of a JSON object; empty when it is not there.
     *
     * @throws IllegalArgumentException when it is no JSON
     */
    static String field(byte[] object, String name) throws IOException {
        try {
            return MAPPER.readTree(object).path(name).asText("");
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the body is no JSON", e);
        }
    }

    private static SimpleModule instants() {
        return new SimpleModule().addSerializer(Instant.class, new JsonSerializer<>() {
            @Override
            public void serialize(Instant instant, JsonGenerator out, SerializerProvider serializers)
                    throws IOException {
                out.writeString(instant.toString());
            }
        });
    }
}
