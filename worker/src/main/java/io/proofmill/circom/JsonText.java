package io.proofmill.circom;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes JSON as snarkjs does, that is as JavaScript's {@code JSON.stringify(value, null, 1)}: one blank of indentation a level, no newline at the end. */
final class JsonText {
    private final StringBuilder out = new StringBuilder();

    private JsonText() {}

    /** The text of a tree of maps, lists, strings of digits and names, and integers. */
    static String of(Object tree) {
        JsonText text = new JsonText();
        text.append(tree, 0);
        return text.out.toString();
    }

    private void append(Object value, int depth) {
        switch (value) {
            case Map<?, ?> map -> appendEntries('{', '}', map.entrySet(), depth);
            case List<?> list -> appendEntries('[', ']', list, depth);
            case Map.Entry<?, ?> entry -> {
                out.append('"').append(entry.getKey()).append("\": ");
                append(entry.getValue(), depth);
            }
            case Integer number -> out.append(number.intValue());
            default -> out.append('"').append(value).append('"');
        }
    }

    private void appendEntries(char open, char close, Collection<?> entries, int depth) {
        out.append(open);
        Iterator<?> iterator = entries.iterator();
        while (iterator.hasNext()) {
            out.append('\n').append(" ".repeat(depth + 1));
            append(iterator.next(), depth + 1);
            out.append(iterator.hasNext() ? "," : "\n" + " ".repeat(depth));
        }
        out.append(close);
    }
}
