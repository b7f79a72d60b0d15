package io.proofmill.chaos;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which client's network is cut at this moment. Thread-safe. */
final class Weather {
    private final Map<String, Cut> cuts = new ConcurrentHashMap<>();

    Cut of(String client) {
        return cuts.getOrDefault(client, Cut.NONE);
    }

    void set(String client, Cut cut) {
        synchronized (this) {
            cuts.put(client, cut);
            notifyAll();
        }
    }

    void clearAll() {
        synchronized (this) {
            cuts.clear();
            notifyAll();
        }
    }

    /** Waits while bytes in this direction are held back. */
    void awaitPassage(String client, boolean answers) throws InterruptedException {
        synchronized (this) {
            while (of(client) == Cut.SILENT || (answers && of(client) == Cut.ANSWERS_LOST)) {
                wait();
            }
        }
    }
}
