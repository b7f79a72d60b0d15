package io.proofmill.filecoin.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.vanilla.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectTest {
    @Test
    void the_prover_id_of_t01000_is_e807() {
        assertThat(Subject.proverId(1000).hex()).isEqualTo("e807" + "00".repeat(30));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 1000, 1 << 20, Long.MAX_VALUE, -1})
    void a_miner_is_found_again_in_its_prover_id(long miner) {
        assertThat(Subject.miner(Subject.proverId(miner))).hasValue(miner);
    }

    @Test
    void other_bytes_name_no_miner() {
        assertThat(Subject.miner(Node.ofHex("ff".repeat(32)))).isEmpty();
        assertThat(Subject.miner(Node.ofHex("e80701" + "00".repeat(29)))).isEmpty();
    }
}
