package io.proofmill.filecoin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedParameterNamesTest {
    /** Names in rust-fil-proofs' parameters.json. */
    @ParameterizedTest
    @CsvSource({
        "filecoin/porep-32GiB, v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-8-0-sha256_hasher-82a357d2f2ca81dc61bb45f4a762807aedee1b0a53fd6c4e77b46a01bfef7820",
        "filecoin/window-32GiB, v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-0-0377ded656c6f524f1618760bffe4e0a1c51d5a70c4509eedae8a27555733edc",
        "filecoin/winning-32GiB, v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-0-559e581f022bb4e4ec6e719e563bf0e026ad6de42e56c18714a2c692b1b88d7e"
    })
    void a_circuit_s_name_is_the_published_one(String circuit, String name) {
        assertThat(ParameterNames.of(FilecoinCircuit.of(circuit))).isEqualTo(name);
    }
}
