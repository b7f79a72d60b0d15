package io.proofmill.queue;

import io.proofmill.schemas.Priority;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private static final List<Priority> MOST_URGENT_FIRST =
            List.of(Priority.CRITICAL, Priority.HIGH, Priority.NORMAL, Priority.LOW);
    private static final int MAX_OVERTAKINGS = WEIGHTS.get(Priority.CRITICAL);

    private final Map<Priority, Deque<T>> waiting = new EnumMap<>(Priority.class);
    private final Map<Priority, Integer> credit = new EnumMap<>(Priority.class);
    /** Jobs that were taken in a row before the one whose turn it was. */
    private int overtakings;

    ReadyJobs() {
        for (Priority priority : Priority.values()) {
            waiting.put(priority, new ArrayDeque<>());
            credit.put(priority, 0);
        }
    }

    void add(Priority priority, T job) {
        waiting.get(priority).addLast(job);
    }

    /**
     * The job whose turn it is, among those that may start. Behind it the more urgent ones, the most urgent first: when there is no room for the first, a more urgent and smaller one may overtake it. It
     * may do so for as many times in a row as a critical job has turns, so that who needs much room gets it in the end.
     *
     * @param may which jobs may start at all; one that may not keeps its place and takes nobody's turn
     */
    List<T> inTurn(Predicate<T> may) {
        Map<Priority, T> first = firsts(may);
        List<T> inTurn = new ArrayList<>();
        choice(first.keySet()).ifPresent(chosen -> {
            inTurn.add(first.get(chosen));
            if (overtakings < MAX_OVERTAKINGS) {
                MOST_URGENT_FIRST.stream()
                        .filter(priority -> priority.compareTo(chosen) > 0 && first.containsKey(priority))
                        .forEach(priority -> inTurn.add(first.get(priority)));
            }
        });
        return inTurn;
    }

    /** Takes a job that {@link #inTurn} named. */
    void take(T job, Predicate<T> may) {
        Map<Priority, T> first = firsts(may);
        Priority chosen = choice(first.keySet()).orElseThrow();
        if (first.get(chosen).equals(job)) {
            charge(chosen, first.keySet());
            overtakings = 0;
        } else {
            overtakings++;
        }
        remove(job);
    }

    /** Takes a job out of turn, wherever it stands. */
    void remove(T job) {
        waiting.values().forEach(jobs -> jobs.removeFirstOccurrence(job));
    }

    private Map<Priority, T> firsts(Predicate<T> may) {
        Map<Priority, T> first = new EnumMap<>(Priority.class);
        waiting.forEach(
                (priority, jobs) -> jobs.stream().filter(may).findFirst().ifPresent(job -> first.put(priority, job)));
        return first;
    }

    private Optional<Priority> choice(Set<Priority> candidates) {
        return candidates.stream().max(Comparator.comparingInt(this::offer));
    }

    private int offer(Priority priority) {
        return credit.get(priority) + WEIGHTS.get(priority);
    }

    private void charge(Priority chosen, Set<Priority> candidates) {
        int sum = 0;
        for (Priority priority : Priority.values()) {
            if (candidates.contains(priority)) {
                sum += WEIGHTS.get(priority);
                credit.merge(priority, WEIGHTS.get(priority), Integer::sum);
            } else {
                credit.put(priority, 0);
            }
        }
        credit.merge(chosen, -sum, Integer::sum);
    }
}
