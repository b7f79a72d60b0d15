package io.proofmill.filecoin.format;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The members of a JSON object that were kept while it was read: each at most once, and those that are asked for must be there. */
final class JsonRecord {
    private final JsonStream in;
    private final Map<String, Object> values = new HashMap<>();

    private JsonRecord(JsonStream in) {
        this.in = in;
    }

    /** Reads one member's value, or null after skipping it. */
    interface Reader {
        Object read(String key);
    }

    static JsonRecord read(JsonStream in, Reader reader) {
        JsonRecord read = new JsonRecord(in);
        in.object(key -> read.put(key, reader.read(key)));
        return read;
    }

    /** The kept member, which must be there. */
    <T> T get(String key, Class<T> type) {
        Object value = values.get(key);
        if (value == null) {
            throw in.malformed("an object with \"" + key + "\"", "one without it");
        }
        return type.cast(value);
    }

    /** The kept array, whose elements must be of that type. */
    <T> List<T> list(String key, Class<T> type) {
        List<?> elements = get(key, List.class);
        return elements.stream().map(type::cast).toList();
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    private void put(String key, Object value) {
        if (value != null && values.put(key, value) != null) {
            throw in.malformed("\"" + key + "\" once", "it again");
        }
    }
}
