package io.proofmill.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaValidationException;
import org.apache.avro.SchemaValidator;
import org.apache.avro.SchemaValidatorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contracts may grow and never break: each schema of today and each that was released must be able to read the other's records. {@code history/} holds
 * what was released, {@code history/DIGESTS} what it must still be (the format of {@code sha256sum}).
 */
class SchemaHistoryTest {
    private static final Path CURRENT = Path.of("src/main/avro");
    private static final Path HISTORY = Path.of("history");
    private static final SchemaValidator BOTH_WAYS =
            new SchemaValidatorBuilder().mutualReadStrategy().validateAll();

    static List<Path> releases() throws IOException {
        try (Stream<Path> folders = Files.list(HISTORY)) {
            return folders.filter(Files::isDirectory).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void today_and_a_release_read_each_others_records(Path release) throws IOException {
        Map<String, Schema> today = SchemaFolder.read(CURRENT);
        SchemaFolder.read(release).forEach((name, released) -> {
            assertThat(today).as("a contract that was released stays").containsKey(name);
            assertThatCode(() -> BOTH_WAYS.validate(today.get(name), List.of(released)))
                    .as("%s of %s", name, release.getFileName())
                    .doesNotThrowAnyException();
        });
    }

    @Test
    void what_was_released_is_not_edited() throws IOException {
        Map<String, String> expected = new TreeMap<>();
        for (String line : Files.readAllLines(HISTORY.resolve("DIGESTS"))) {
            expected.put(line.substring(66), line.substring(0, 64));
        }
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(HISTORY)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".avsc")).toList()) {
                found.put(HISTORY.relativize(file).toString(), sha256(file));
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    /** So that the test above is known to be able to fail. */
    @Test
    void a_new_field_without_a_default_would_be_noticed() throws IOException {
        Schema released = SchemaFolder.read(CURRENT).get("io.proofmill.schemas.RecordHeader");
        Schema broken = SchemaBuilder.record(released.getFullName())
                .fields()
                .requiredString("key")
                .requiredString("added")
                .endRecord();
        assertThatCode(() -> BOTH_WAYS.validate(broken, List.of(released)))
                .isInstanceOf(SchemaValidationException.class);
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every JDK has SHA-256
        }
    }
}
