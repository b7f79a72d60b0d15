package io.proofmill.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BackgroundReadTest {
    @Test
    void what_was_read_is_handed_over_and_closed_at_the_end() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        AutoCloseable content = () -> closed.set(true);
        try (BackgroundRead<AutoCloseable> read = BackgroundRead.start("test", () -> content)) {
            assertThat(read.get()).isSameAs(content);
            assertThat(closed).isFalse();
        }
        assertThat(closed).isTrue();
    }

    @Test
    void it_is_closed_too_when_nobody_asked_for_it() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        BackgroundRead.start("test", () -> (AutoCloseable) () -> closed.set(true))
                .close();
        assertThat(closed).isTrue();
    }

    @Test
    void what_went_wrong_is_thrown_as_it_was() throws IOException {
        IOException failure = new IOException("no such file");
        try (BackgroundRead<AutoCloseable> read = BackgroundRead.start("test", () -> {
            throw failure;
        })) {
            assertThatThrownBy(read::get).isSameAs(failure);
        }
    }
}
