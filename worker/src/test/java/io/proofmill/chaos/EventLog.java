package io.proofmill.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

/** What the harness did and saw, one line each, with wall clock and seconds since the start. Thread-safe. */
final class EventLog implements AutoCloseable {
    private final Path file;
    private final BufferedWriter out;
    private final long startNanos = System.nanoTime();

    EventLog(Path file) throws IOException {
        this.file = file;
        this.out = Files.newBufferedWriter(file);
    }

    Path file() {
        return file;
    }

    @SuppressWarnings("AnnotateFormatMethod") // formats are literals at every call
    synchronized void say(String format, Object... args) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        try {
            out.write(String.format(
                    Locale.ROOT, "%s %8.3f %s%n", Instant.now(), seconds, String.format(Locale.ROOT, format, args)));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
