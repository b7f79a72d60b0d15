package io.proofmill.cli.fleet;

import io.proofmill.cli.fleet.FleetSimulation.Forecast;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code proofmill plan} answers.
 *
 * @param circuits what was measured, by circuit
 * @param failureShare share of attempts that were tried again
 * @param turnaroundSeconds from the end of an attempt to the start of one that was waiting
 * @param slots jobs that a worker proves at once
 * @param partitions of the request topics
 * @param busySlots how many slots the load keeps busy on the average; null for a replay
 * @param forecasts what was simulated, by number of workers
 * @param enough the fewest workers that start jobs as soon as asked; null when none within reach does, and for a replay
 * @param memoryBytes what a worker's memory budget must hold; null where unknown
 */
record PlanReport(
        Map<String, Measured> circuits,
        double failureShare,
        double turnaroundSeconds,
        int slots,
        int partitions,
        Double busySlots,
        List<Forecast> forecasts,
        Integer enough,
        Long memoryBytes) {
    /** Seconds: the mean of warm proofs, and how much longer the first one at a worker takes. */
    record Measured(int proofs, double meanSeconds, double coldSeconds) {}

    static PlanReport steady(
            Recording recording, Plan plan, double jobsASecond, double waitSeconds, Optional<Long> memory) {
        List<Forecast> forecasts = plan.untilEnough(jobsASecond, waitSeconds);
        boolean found = !forecasts.isEmpty() && forecasts.getLast().p95Wait() <= waitSeconds;
        return new PlanReport(
                measured(recording),
                recording.failureShare(),
                recording.turnaroundSeconds(),
                plan.slots(),
                plan.partitions(),
                plan.busySlots(jobsASecond),
                forecasts,
                found ? forecasts.getLast().workers() : null,
                memory.orElse(null));
    }

    static PlanReport replay(Recording recording, Plan plan, List<Integer> workers) {
        List<Forecast> forecasts = new ArrayList<>();
        workers.forEach(count -> forecasts.add(plan.replay(count)));
        return new PlanReport(
                measured(recording),
                recording.failureShare(),
                recording.turnaroundSeconds(),
                plan.slots(),
                plan.partitions(),
                null,
                forecasts,
                null,
                null);
    }

    String text() {
        StringBuilder out = new StringBuilder();
        circuits.forEach(
                (circuit, known) -> out.append("%-24s %d proof(s) measured, mean %s, first one at a worker %s more%n"
                        .formatted(
                                circuit,
                                known.proofs(),
                                StatusText.seconds(known.meanSeconds()),
                                StatusText.seconds(known.coldSeconds()))));
        out.append("%.1f %% of attempts tried again, %s between two jobs, %d job(s) at once a worker, %d partition(s)%n"
                .formatted(failureShare * 100, StatusText.seconds(turnaroundSeconds), slots, partitions));
        if (busySlots != null) {
            out.append("the load keeps %.2f slot(s) busy%n".formatted(busySlots));
        }
        out.append("workers   jobs/s   busy   wait mean   95 %% within   most waiting   all done%n".formatted());
        for (Forecast forecast : forecasts) {
            out.append("%7d %8s %5.0f %% %11s %13s %14d %10s%s%n"
                    .formatted(
                            forecast.workers(),
                            String.format(Locale.ROOT, "%.3f", forecast.jobsASecond()),
                            forecast.busyShare() * 100,
                            StatusText.seconds(forecast.meanWait()),
                            StatusText.seconds(forecast.p95Wait()),
                            forecast.longestLag(),
                            StatusText.seconds(forecast.makespan()),
                            enough != null && forecast.workers() == enough ? "   enough" : ""));
        }
        if (forecasts.stream().anyMatch(forecast -> forecast.workers() > partitions)) {
            out.append("more workers than partitions: those beyond have nothing to do; make the topics with more%n"
                    .formatted());
        }
        if (memoryBytes != null) {
            out.append("memory budget of a worker: at least %d MiB%n".formatted((memoryBytes >> 20) + 1));
        }
        return out.toString();
    }

    private static Map<String, Measured> measured(Recording recording) {
        Map<String, Measured> measured = new TreeMap<>();
        recording
                .seconds()
                .forEach((circuit, seconds) -> measured.put(
                        circuit,
                        new Measured(
                                seconds.length,
                                Recording.mean(seconds),
                                recording.coldSeconds().getOrDefault(circuit, 0.0))));
        return measured;
    }
}
