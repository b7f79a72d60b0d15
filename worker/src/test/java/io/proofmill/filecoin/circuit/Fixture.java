package io.proofmill.filecoin.circuit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files made with the Rust stack. */
public final class Fixture {
    private Fixture() {}

    public static byte[] bytes(String path) {
        try (InputStream in = Fixture.class.getResourceAsStream("/filecoin/" + path)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String text(String path) {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }

    public static InputStream stream(String path) {
        return Fixture.class.getResourceAsStream("/filecoin/" + path);
    }
}
