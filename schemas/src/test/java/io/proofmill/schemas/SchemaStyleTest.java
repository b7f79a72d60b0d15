package io.proofmill.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class SchemaStyleTest {
    private static Collection<Schema> schemas() throws IOException {
        return SchemaFolder.read(Path.of("src/main/avro")).values();
    }

    @Test
    void every_record_enum_and_field_says_what_it_is() throws IOException {
        for (Schema schema : schemas()) {
            assertThat(schema.getDoc()).as(schema.getFullName()).isNotBlank();
            if (schema.getType() == Schema.Type.RECORD) {
                schema.getFields()
                        .forEach(field -> assertThat(field.doc())
                                .as(schema.getName() + "." + field.name())
                                .isNotBlank());
            }
        }
    }

    @Test
    void every_enum_has_a_default_so_that_symbols_can_be_added() throws IOException {
        for (Schema schema : schemas()) {
            if (schema.getType() == Schema.Type.ENUM) {
                assertThat(schema.getEnumDefault()).as(schema.getName()).isNotNull();
            }
        }
    }

    @Test
    void all_names_are_in_our_namespace() throws IOException {
        assertThat(schemas())
                .isNotEmpty()
                .allSatisfy(schema -> assertThat(schema.getNamespace()).isEqualTo("io.proofmill.schemas"));
    }
}
