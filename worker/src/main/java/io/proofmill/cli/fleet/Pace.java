package io.proofmill.cli.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How fast the fleet proves, from what its events say: how long proofs took from their start at a worker to their publication, and how many attempts each worker had under way at once.
 * By Little's law the second over the first is a worker's rate.
 */
final class Pace {
    private final Map<String, List<Duration>> byCircuit;
    private final Map<String, Integer> slots;

    /**
     * How long proofs of a circuit took, in seconds.
     *
     * @param count how many proofs were measured
     */
    record Measured(String circuit, int count, double mean, double median, double p95, double longest) {}

    private Pace(Map<String, List<Duration>> byCircuit, Map<String, Integer> slots) {
        this.byCircuit = byCircuit;
        this.slots = slots;
    }

    static Pace of(FleetHistory history) {
        Map<String, List<Duration>> byCircuit = history.attempts()
                .filter(AttemptLife::proved)
                .collect(Collectors.groupingBy(
                        AttemptLife::circuit,
                        TreeMap::new,
                        Collectors.mapping(attempt -> attempt.took().orElseThrow(), Collectors.toList())));
        Map<String, Integer> slots = history.attempts()
                .filter(attempt -> attempt.end().isPresent())
                .collect(Collectors.groupingBy(
                        AttemptLife::instance, Collectors.collectingAndThen(Collectors.toList(), Pace::mostAtOnce)));
        return new Pace(byCircuit, slots);
    }

    List<Measured> circuits() {
        return byCircuit.entrySet().stream()
                .map(entry -> measured(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The mean over all circuits, as they were mixed; empty when nothing was proved. */
    Optional<Duration> mean() {
        List<Duration> all =
                byCircuit.values().stream().flatMap(Collection::stream).toList();
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(all.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(all.size()));
    }

    /** Most attempts that the worker had under way at once; 1 for a worker that has not been seen at work. */
    int slotsOf(String instance) {
        return slots.getOrDefault(instance, 1);
    }

    /**
     * How long the given workers need for what waits and runs, if it is like what was proved before; empty when that cannot be told: nothing was measured, or nobody works.
     *
     * @param waiting jobs that wait
     * @param running how long each running job has run so far
     */
    Optional<Duration> remaining(long waiting, List<Duration> running, Collection<String> instances) {
        if (waiting == 0 && running.isEmpty()) {
            return Optional.of(Duration.ZERO);
        }
        int workersSlots = instances.stream().mapToInt(this::slotsOf).sum();
        if (workersSlots == 0) {
            return Optional.empty();
        }
        return mean().map(mean -> {
            Duration work = mean.multipliedBy(waiting);
            Duration longestRest = Duration.ZERO;
            for (Duration soFar : running) {
                Duration rest = mean.compareTo(soFar) > 0 ? mean.minus(soFar) : Duration.ZERO;
                work = work.plus(rest);
                longestRest = rest.compareTo(longestRest) > 0 ? rest : longestRest;
            }
            Duration shared = work.dividedBy(workersSlots);
            Duration least = waiting > 0 ? mean : longestRest;
            return shared.compareTo(least) > 0 ? shared : least;
        });
    }

    private static Measured measured(String circuit, List<Duration> durations) {
        double[] seconds =
                durations.stream().mapToDouble(Pace::seconds).sorted().toArray();
        double mean = durations.stream().mapToDouble(Pace::seconds).average().orElse(0);
        return new Measured(
                circuit,
                seconds.length,
                mean,
                quantile(seconds, 0.5),
                quantile(seconds, 0.95),
                seconds[seconds.length - 1]);
    }

    /** The smallest value that at least the share of all values does not exceed. */
    private static double quantile(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    private static int mostAtOnce(List<AttemptLife> attempts) {
        record Step(Instant at, int change) {}
        List<Step> steps = new ArrayList<>();
        for (AttemptLife attempt : attempts) {
            steps.add(new Step(attempt.startedAt(), 1));
            steps.add(new Step(attempt.end().orElseThrow().getAt(), -1));
        }
        steps.sort(Comparator.comparing(Step::at).thenComparingInt(Step::change));
        int now = 0;
        int most = 1;
        for (Step step : steps) {
            now += step.change();
            most = Math.max(most, now);
        }
        return most;
    }
}
