package io.proofmill.status;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Server-sent events: {@code status} every second, {@code timeline} every fifth one. So many readers at most, for each costs a snapshot a second. */
final class EventFeed {
    private static final Duration BETWEEN = Duration.ofSeconds(1);
    private static final int TIMELINE_EVERY = 5;
    private static final int READERS = 32;

    private final Supplier<StatusSnapshot> snapshot;
    private final Semaphore places = new Semaphore(READERS);
    private volatile boolean closed;

    EventFeed(Supplier<StatusSnapshot> snapshot) {
        this.snapshot = snapshot;
    }

    /** Serves one reader until it goes or the server closes. False when there is no place for it. */
    boolean serve(HttpExchange exchange) throws IOException {
        if (!places.tryAcquire()) {
            return false;
        }
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(200, 0);
            write(exchange.getResponseBody());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
        return true;
    }

    void close() {
        closed = true;
    }

    private void write(OutputStream out) throws IOException, InterruptedException {
        for (int turn = 0; !closed; turn++) {
            StatusSnapshot now = snapshot.get();
            out.write(event("status", now.brief()));
            if (turn % TIMELINE_EVERY == 0) {
                out.write(event("timeline", now.timeline()));
            }
            out.flush();
            Thread.sleep(BETWEEN);
        }
    }

    private static byte[] event(String name, Object data) {
        return ("event: " + name + "\ndata: " + StatusJson.write(data) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
