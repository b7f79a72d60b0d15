package io.proofmill.queue.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireFormatTest {
    @Test
    void the_header_is_a_zero_byte_and_the_id_big_endian() {
        assertThat(WireFormat.header(0x01020304)).containsExactly(0, 1, 2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 65_536, Integer.MAX_VALUE, -1})
    void the_id_comes_back(int id) {
        byte[] framed = Arrays.copyOf(WireFormat.header(id), 9);
        assertThat(WireFormat.schemaId(framed)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4})
    void fewer_bytes_than_a_header_are_refused_with_their_number(int length) {
        assertThatThrownBy(() -> WireFormat.schemaId(new byte[length]))
                .isInstanceOf(UndecodableRecordException.class)
                .hasMessageContaining("found " + length + " byte(s)");
    }

    @Test
    void another_first_byte_is_refused_and_named() {
        assertThatThrownBy(() -> WireFormat.schemaId("{\"jobId\":1}".getBytes(UTF_8)))
                .isInstanceOf(UndecodableRecordException.class)
                .hasMessageContaining("found 0x7b");
    }
}
