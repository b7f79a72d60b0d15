package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page that says which test stands for which reported trouble names tests that exist. */
class GuaranteesTableTest {
    private static final Path PAGE = Path.of("..", "docs", "guarantees.md");
    private static final Pattern ROW = Pattern.compile("\\| *(\\d+) *\\|.*");
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:\\.\\w+)*)#(\\w+)`");
    private static final List<Path> SOURCES = List.of(
            Path.of("src", "test", "java", "io", "proofmill"),
            Path.of("..", "schemas", "src", "test", "java", "io", "proofmill"));
    private static final int LINES = 17;

    @Test
    void every_line_of_the_queue_and_the_registry_has_a_test() throws IOException {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (String line : Files.readAllLines(PAGE)) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && NAMED.matcher(line).find()) {
                numbers.add(Integer.valueOf(row.group(1)));
            }
        }
        assertThat(numbers)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, LINES).boxed().toList());
    }

    @Test
    void every_named_test_exists() throws IOException {
        List<String> missing = new ArrayList<>();
        Matcher named = NAMED.matcher(Files.readString(PAGE));
        int count = 0;
        while (named.find()) {
            count++;
            if (!isTest(named.group(1), named.group(2))) {
                missing.add(named.group());
            }
        }
        assertThat(missing).isEmpty();
        assertThat(count).isGreaterThanOrEqualTo(LINES);
    }

    private static boolean isTest(String className, String methodName) throws IOException {
        Pattern method = Pattern.compile("@(?:Parameterized)?Test\\b[^;]*?void " + methodName + "\\(", Pattern.DOTALL);
        for (Path sources : SOURCES) {
            Path file = sources.resolve(className.replace('.', '/') + ".java");
            if (Files.exists(file)) {
                return method.matcher(Files.readString(file)).find();
            }
        }
        return false;
    }
}
