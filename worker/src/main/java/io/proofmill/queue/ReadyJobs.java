package io.proofmill.queue;

import io.proofmill.schemas.Priority;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Jobs that could start, by priority. The next one is chosen by smooth weighted round-robin: each choice gives every waiting priority its weight as credit, takes the one with most
 * credit, and takes the sum of the weights from it. So a critical job overtakes what waits, and a low one still gets its share of the starts however many critical ones come.
 *
 * @param <T> a waiting job
 */
final class ReadyJobs<T> {
    private static final Map<Priority, Integer> WEIGHTS =
            new EnumMap<>(Map.of(Priority.CRITICAL, 32, Priority.HIGH, 8, Priority.NORMAL, 4, Priority.LOW, 1));

    private final Map<Priority, Deque<T>> waiting = new EnumMap<>(Priority.class);
    private final Map<Priority, Integer> credit = new EnumMap<>(Priority.class);

    ReadyJobs() {
        for (Priority priority : Priority.values()) {
            waiting.put(priority, new ArrayDeque<>());
            credit.put(priority, 0);
        }
    }

    void add(Priority priority, T job) {
        waiting.get(priority).addLast(job);
    }

    /** The job that {@link #take} would take now. */
    Optional<T> peek() {
        return choice().map(priority -> waiting.get(priority).peekFirst());
    }

    /** Takes the next job. */
    Optional<T> take() {
        Optional<Priority> choice = choice();
        choice.ifPresent(this::charge);
        return choice.map(priority -> waiting.get(priority).removeFirst());
    }

    void removeIf(Predicate<T> condition) {
        waiting.values().forEach(jobs -> jobs.removeIf(condition));
    }

    int size(Priority priority) {
        return waiting.get(priority).size();
    }

    private Optional<Priority> choice() {
        Priority best = null;
        for (Priority priority : Priority.values()) {
            boolean waits = !waiting.get(priority).isEmpty();
            if (waits && (best == null || offer(priority) > offer(best))) {
                best = priority;
            }
        }
        return Optional.ofNullable(best);
    }

    private int offer(Priority priority) {
        return credit.get(priority) + WEIGHTS.get(priority);
    }

    private void charge(Priority chosen) {
        int sum = 0;
        for (Priority priority : Priority.values()) {
            if (!waiting.get(priority).isEmpty()) {
                sum += WEIGHTS.get(priority);
                credit.merge(priority, WEIGHTS.get(priority), Integer::sum);
            } else {
                credit.put(priority, 0);
            }
        }
        credit.merge(chosen, -sum, Integer::sum);
    }
}
