package io.proofmill.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A circuit of the catalogue, and how its attempts did in the last hour.
 *
 * @param proved attempts that were proved
 * @param failed attempts that failed
 * @param perHour proofs an hour since the window began or the worker started
 * @param medianSeconds of the attempts that were proved, from their start to the checked proof; absent when there is none
 * @param p95Seconds the time that 95 of 100 of them did not exceed
 */
public record CircuitFigures(
        String name,
        String curve,
        String version,
        int proved,
        int failed,
        double perHour,
        Optional<Double> medianSeconds,
        Optional<Double> p95Seconds) {
    /**
     * Figures from attempts.
     *
     * @param jobs all attempts of the window
     * @param from when the window began
     * @param now its end
     */
    public static CircuitFigures of(
            String name, String curve, String version, List<JobRecord> jobs, Instant from, Instant now) {
        List<JobRecord> own = jobs.stream()
                .filter(job -> job.circuit().equals(name) && !job.isRunning())
                .toList();
        List<Double> seconds = own.stream()
                .filter(job -> job.outcome().equals("proved"))
                .map(job -> job.took().toMillis() / 1e3)
                .sorted()
                .toList();
        double hours = Math.max(1, Duration.between(from, now).toMillis()) / 3_600_000.0;
        return new CircuitFigures(
                name,
                curve,
                version,
                seconds.size(),
                own.size() - seconds.size(),
                seconds.size() / hours,
                quantile(seconds, 0.5),
                quantile(seconds, 0.95));
    }

    /** By the nearest rank. */
    private static Optional<Double> quantile(List<Double> sorted, double share) {
        if (sorted.isEmpty()) {
            return Optional.empty();
        }
        int rank = (int) Math.ceil(share * sorted.size());
        return Optional.of(sorted.get(Math.max(0, rank - 1)));
    }
}
