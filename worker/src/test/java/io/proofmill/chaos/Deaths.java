package io.proofmill.chaos;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Worker processes that did not end in order, so that each death a dead letter speaks of can be told from an invented one. Thread-safe. */
final class Deaths {
    private final Map<Incarnation, Instant> at = new ConcurrentHashMap<>();

    void add(Incarnation who) {
        at.putIfAbsent(who, Instant.now());
    }

    Optional<Instant> of(Incarnation who) {
        return Optional.ofNullable(at.get(who));
    }

    int count() {
        return at.size();
    }
}
