package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.vanilla.Node;
import java.util.List;
import java.util.StringJoiner;

/** Writes the fields of a statement. Names and values need no escapes. */
final class PublicJson {
    private final StringJoiner members = new StringJoiner(",\n  ", "{\n  ", "\n}\n");

    PublicJson node(String name, Node value) {
        return text(name, value.hex());
    }

    PublicJson text(String name, String value) {
        members.add("\"" + name + "\": \"" + value + "\"");
        return this;
    }

    PublicJson number(String name, long value) {
        members.add("\"" + name + "\": " + value);
        return this;
    }

    PublicJson objects(String name, List<PublicJson> objects) {
        members.add("\"" + name + "\": " + objects);
        return this;
    }

    @Override
    public String toString() {
        return members.toString();
    }
}
