package io.proofmill.cli.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** JSON that a program may read from a command. */
public final class JsonOutput {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonOutput() {}

    /** Indented JSON of records, maps, lists, numbers and texts. */
    public static String write(Object tree) {
        try {
            return MAPPER.writeValueAsString(tree) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records, maps, lists, numbers and texts are JSON", e);
        }
    }
}
