package io.proofmill.queue;

import java.util.EnumMap;
import java.util.Map;

/** How many jobs ended how, since the worker's start. It belongs to the poll thread. */
final class Counts {
    private final Map<Settlement.Kind, Long> byKind = new EnumMap<>(Settlement.Kind.class);

    void add(Settlement.Kind kind) {
        byKind.merge(kind, 1L, Long::sum);
    }

    Map<Settlement.Kind, Long> snapshot() {
        return Map.copyOf(byKind);
    }

    long of(Settlement.Kind kind) {
        return byKind.getOrDefault(kind, 0L);
    }
}
