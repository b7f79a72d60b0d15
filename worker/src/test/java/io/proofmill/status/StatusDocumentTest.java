package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/status.md and what is served say the same. */
class StatusDocumentTest {
    private static final Path PAGE = Path.of("../docs/status.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([\\w.\\[\\]*]+)` \\|");
    /** Objects whose keys are data. */
    private static final Set<String> MAPS = Set.of("queue.buffered", "deadLetters.byReason");

    @Test
    void every_field_of_the_status_is_documented_and_every_documented_field_is_there() throws IOException {
        Set<String> documented = new TreeSet<>();
        Matcher rows = ROW.matcher(Files.readString(PAGE));
        while (rows.find()) {
            documented.add(rows.group(1));
        }
        Set<String> served = new TreeSet<>();
        SampleStatus sample = new SampleStatus(SampleStatus.NOW);
        sample.enable(Set.of("pause"));
        fields(new ObjectMapper().readTree(StatusJson.write(sample.snapshot())), "", served);

        assertThat(documented).isEqualTo(served);
    }

    private static void fields(JsonNode node, String path, Set<String> found) {
        if (node.isArray()) {
            node.forEach(element -> fields(element, path + "[]", found));
        } else if (node.isObject() && MAPS.contains(path)) {
            found.add(path + ".*");
        } else if (node.isObject()) {
            node.properties()
                    .forEach(field -> fields(
                            field.getValue(), path.isEmpty() ? field.getKey() : path + "." + field.getKey(), found));
        } else {
            found.add(path);
        }
    }
}
