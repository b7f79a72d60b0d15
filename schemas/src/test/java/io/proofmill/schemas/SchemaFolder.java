package io.proofmill.schemas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;

/** A folder of .avsc files that refer to each other; enums in a folder of their own, known before all others. */
final class SchemaFolder {
    private SchemaFolder() {}

    /** All schemas of the folder by full name. */
    static Map<String, Schema> read(Path folder) throws IOException {
        SchemaParser parser = new SchemaParser();
        for (Path file : files(folder.resolve("enums"))) {
            parser.parse(file);
        }
        for (Path file : files(folder)) {
            parser.parse(file);
        }
        Map<String, Schema> schemas = new LinkedHashMap<>();
        parser.getParsedNamedSchemas().forEach(schema -> schemas.put(schema.getFullName(), schema));
        return schemas;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".avsc"))
                    .sorted()
                    .toList();
        }
    }
}
