package io.proofmill.queue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long jobs of a circuit take at least, from what was measured here: the shortest of the last few. A deadline that even this misses cannot be met; a mean would refuse jobs that
 * only look late because the first ones ran cold.
 */
final class DurationEstimates {
    private static final int REMEMBERED = 8;

    private final Map<String, Deque<Duration>> byCircuit = new HashMap<>();

    void measured(String circuit, Duration duration) {
        Deque<Duration> last = byCircuit.computeIfAbsent(circuit, ignored -> new ArrayDeque<>());
        last.addLast(duration);
        if (last.size() > REMEMBERED) {
            last.removeFirst();
        }
    }

    /** Empty when no job of the circuit was proved here yet. */
    Optional<Duration> shortest(String circuit) {
        return Optional.ofNullable(byCircuit.get(circuit)).map(Collections::min);
    }
}
