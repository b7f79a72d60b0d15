package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.RowDigest;
import io.proofmill.r1cs.RowDigestText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Row digests made with the Rust stack. */
final class RowDigestFixture {
    private RowDigestFixture() {}

    static RowDigest read(String name) {
        try (InputStream in = RowDigestFixture.class.getResourceAsStream("/filecoin/r1cs/" + name + ".txt")) {
            return RowDigestText.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
