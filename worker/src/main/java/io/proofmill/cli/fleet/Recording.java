package io.proofmill.cli.fleet;

import io.proofmill.schemas.Priority;
import io.proofmill.schemas.RecordCoordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What recorded events say about a load and about those who bore it: all that a {@link FleetSimulation} needs.
 *
 * @param arrivals requests in the order in which they were sent
 * @param seconds by circuit: how long each proof took from its start to its publication, first proofs at a worker left out where there are others
 * @param coldSeconds by circuit: how much longer the first proof at a worker took, with its key not loaded yet
 * @param failureShare share of attempts that were tried again
 * @param turnaroundSeconds from the end of an attempt to the start of one that was waiting, at the same worker
 * @param partitions of each topic of requests, as far as records were seen
 * @param slots most attempts that a worker had under way at once
 */
record Recording(
        List<Arrival> arrivals,
        Map<String, double[]> seconds,
        Map<String, Double> coldSeconds,
        double failureShare,
        double turnaroundSeconds,
        int partitions,
        int slots) {
    /**
     * A request that was sent.
     *
     * @param at seconds after the first one
     * @param rank the higher, the sooner: its priority's number
     */
    record Arrival(double at, String circuit, int rank, int partition) {}

    static Recording of(FleetHistory history) {
        List<AttemptLife> proved = history.attempts()
                .filter(AttemptLife::proved)
                .sorted(Comparator.comparing(AttemptLife::startedAt))
                .toList();
        Map<String, List<Double>> warm = new TreeMap<>();
        Map<String, List<Double>> cold = new TreeMap<>();
        Set<List<Object>> loaded = new HashSet<>();
        for (AttemptLife attempt : proved) {
            boolean isFirst = loaded.add(List.of(attempt.instance(), attempt.workerStartedAt(), attempt.circuit()));
            (isFirst ? cold : warm)
                    .computeIfAbsent(attempt.circuit(), ignored -> new ArrayList<>())
                    .add(seconds(attempt.took().orElseThrow()));
        }
        cold.forEach((circuit, firsts) -> warm.putIfAbsent(circuit, firsts));
        Map<String, double[]> seconds = new TreeMap<>();
        warm.forEach((circuit, all) -> seconds.put(
                circuit, all.stream().mapToDouble(Double::doubleValue).toArray()));
        return new Recording(
                arrivals(history),
                seconds,
                extra(cold, warm),
                failureShare(history),
                turnaround(history),
                1
                        + history.attempts()
                                .flatMap(a -> a.source().stream())
                                .mapToInt(RecordCoordinates::getPartition)
                                .max()
                                .orElse(0),
                slots(history));
    }

    /** The load of one circuit alone. */
    Recording only(String circuit) {
        Map<String, double[]> one = new TreeMap<>(seconds);
        one.keySet().retainAll(Set.of(circuit));
        return new Recording(
                arrivals.stream().filter(a -> a.circuit().equals(circuit)).toList(),
                one,
                coldSeconds,
                failureShare,
                turnaroundSeconds,
                partitions,
                slots);
    }

    /** Mean time of a proof over the mix of circuits that was sent, in seconds. */
    double meanSeconds() {
        return arrivals.stream()
                .filter(arrival -> seconds.containsKey(arrival.circuit()))
                .mapToDouble(arrival -> mean(seconds.get(arrival.circuit())))
                .average()
                .orElseGet(() -> seconds.values().stream()
                        .mapToDouble(Recording::mean)
                        .average()
                        .orElse(0));
    }

    static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static List<Arrival> arrivals(FleetHistory history) {
        Map<String, RecordCoordinates> requests = new HashMap<>();
        Map<String, String> circuits = new HashMap<>();
        history.attempts()
                .forEach(attempt -> attempt.source().ifPresent(source -> {
                    requests.putIfAbsent(attempt.jobId(), source);
                    circuits.putIfAbsent(attempt.jobId(), attempt.circuit());
                }));
        Instant first = requests.values().stream()
                .map(RecordCoordinates::getTimestamp)
                .min(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        return requests.entrySet().stream()
                .map(entry -> new Arrival(
                        seconds(Duration.between(first, entry.getValue().getTimestamp())),
                        circuits.get(entry.getKey()),
                        rank(entry.getValue().getTopic()),
                        entry.getValue().getPartition()))
                .sorted(Comparator.comparingDouble(Arrival::at))
                .toList();
    }

    /** The topic's name tells the priority; of the shared topic's requests, it is taken for the normal one. */
    private static int rank(String topic) {
        List<Priority> urgentFirst = List.of(Priority.values());
        for (Priority priority : urgentFirst) {
            if (topic.endsWith("." + priority.name().toLowerCase(Locale.ROOT))) {
                return urgentFirst.indexOf(priority);
            }
        }
        return urgentFirst.indexOf(Priority.NORMAL);
    }

    private static Map<String, Double> extra(Map<String, List<Double>> cold, Map<String, List<Double>> warm) {
        Map<String, Double> extra = new TreeMap<>();
        cold.forEach((circuit, firsts) ->
                extra.put(circuit, Math.max(0, average(firsts) - average(warm.get(circuit)))));
        return extra;
    }

    private static double failureShare(FleetHistory history) {
        long ended = history.attempts().filter(a -> a.end().isPresent()).count();
        long retried = history.attempts()
                .filter(a ->
                        a.end().filter(end -> end.getPhase().equals("retried")).isPresent())
                .count();
        return ended == 0 ? 0 : (double) retried / ended;
    }

    /** The median over all starts before which the same worker had just ended another attempt while the job was waiting already. */
    private static double turnaround(FleetHistory history) {
        Map<String, List<AttemptLife>> byWorker = history.attempts()
                .filter(attempt -> attempt.end().isPresent())
                .collect(Collectors.groupingBy(AttemptLife::instance));
        List<Double> gaps = new ArrayList<>();
        byWorker.values()
                .forEach(attempts -> attempts.forEach(next -> attempts.stream()
                        .map(attempt -> attempt.end().orElseThrow().getAt())
                        .filter(end -> !end.isAfter(next.startedAt()))
                        .max(Comparator.naturalOrder())
                        .filter(end -> next.source()
                                .map(source -> source.getTimestamp().isBefore(end))
                                .orElse(false))
                        .ifPresent(end -> gaps.add(seconds(Duration.between(end, next.startedAt()))))));
        gaps.sort(Comparator.naturalOrder());
        return gaps.isEmpty() ? 0 : gaps.get(gaps.size() / 2);
    }

    private static int slots(FleetHistory history) {
        Pace pace = Pace.of(history);
        return history.attempts()
                .map(AttemptLife::instance)
                .distinct()
                .mapToInt(pace::slotsOf)
                .max()
                .orElse(1);
    }

    private static double average(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
