package io.proofmill.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkerKeysTest {
    private static final Path SOURCES = Path.of("src/main/java");

    @Test
    void every_key_is_in_the_reference() throws IllegalAccessException {
        for (Field constant : constants()) {
            assertThat(WorkerKeys.ALL).as(constant.getName()).contains((ConfigKey<?>) constant.get(null));
        }
    }

    /** A setting that nobody reads is a promise that is not kept. */
    @Test
    void every_key_is_read_somewhere() throws IOException {
        String program = everythingBut(WorkerKeys.class.getSimpleName() + ".java");
        for (Field constant : constants()) {
            String name = constant.getName();
            assertThat(Pattern.compile("WorkerKeys\\." + name + "\\b")
                            .matcher(program)
                            .find())
                    .as(name + " is read")
                    .isTrue();
        }
    }

    private static List<Field> constants() {
        return Stream.of(WorkerKeys.class.getDeclaredFields())
                .filter(field -> field.getType() == ConfigKey.class)
                .toList();
    }

    private static String everythingBut(String file) throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path source : files.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !path.endsWith(file))
                    .toList()) {
                texts.add(Files.readString(source));
            }
        }
        return String.join("\n", texts);
    }
}
