package io.proofmill.queue;

import io.proofmill.queue.QueueStatus.Trouble;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Trouble of the surroundings that the queue waits for at this moment, one at most for each source. Thread-safe. */
final class Troubles {
    private final Map<String, Trouble> bySource = new ConcurrentHashMap<>();
    private final Clock clock;

    Troubles(Clock clock) {
        this.clock = clock;
    }

    /** The source waits. A trouble that goes on keeps the time when it began. */
    void begin(String source, String reasonCode, String sentence) {
        bySource.compute(
                source,
                (key, before) -> new Trouble(reasonCode, sentence, before == null ? clock.instant() : before.since()));
    }

    /** The source goes on. */
    void end(String source) {
        bySource.remove(source);
    }

    List<Trouble> all() {
        return List.copyOf(bySource.values());
    }
}
