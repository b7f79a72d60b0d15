package io.proofmill.cli.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** JSON that a program may read from a command. */
public final class JsonOutput {
    private static final ObjectMapper LINES = new ObjectMapper();
    private static final ObjectMapper INDENTED = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonOutput() {}

    /** Indented JSON of records, maps, lists, numbers and texts. */
    public static String write(Object tree) {
        return write(INDENTED, tree) + "\n";
    }

    /** The same on one line, without its end. */
    public static String line(Object tree) {
        return write(LINES, tree);
    }

    private static String write(ObjectMapper mapper, Object tree) {
        try {
            return mapper.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records, maps, lists, numbers and texts are JSON", e);
        }
    }
}
