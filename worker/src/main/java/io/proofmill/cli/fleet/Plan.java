package io.proofmill.cli.fleet;

import io.proofmill.cli.fleet.FleetSimulation.Forecast;
import io.proofmill.cli.fleet.FleetSimulation.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Finds how many workers a steady load needs: simulates random arrivals at that rate for more and more workers, until they start soon enough. */
final class Plan {
    private static final int JOBS = 4_000;
    private static final int MOST_TRIES = 12;
    private static final int MOST_WORKERS = 1_000;

    private final Recording recording;
    private final int slots;
    private final int partitions;
    private final double retrySeconds;
    private final long seed;

    /** @param seed of the arrivals and draws: the same for each number of workers, so that only that number differs */
    Plan(Recording recording, int slots, int partitions, double retrySeconds, long seed) {
        this.recording = recording;
        this.slots = slots;
        this.partitions = partitions;
        this.retrySeconds = retrySeconds;
        this.seed = seed;
    }

    int slots() {
        return slots;
    }

    int partitions() {
        return partitions;
    }

    /** Slots that a rate keeps busy on the average: what arrives in the time that one job takes. */
    double busySlots(double jobsASecond) {
        return jobsASecond * (recording.meanSeconds() + recording.turnaroundSeconds()) / (1 - recording.failureShare());
    }

    /**
     * Forecasts from the fewest workers that can keep up onwards; the last one starts 95 of 100 jobs within the time asked for, if any within reach does.
     *
     * @param jobsASecond arrivals at random moments, at this rate
     */
    List<Forecast> untilEnough(double jobsASecond, double waitSeconds) {
        List<Forecast> forecasts = new ArrayList<>();
        int workers = Math.max(1, (int) Math.ceil(busySlots(jobsASecond) / slots));
        while (forecasts.size() < MOST_TRIES && workers <= MOST_WORKERS) {
            Forecast forecast = steady(jobsASecond, workers);
            forecasts.add(forecast);
            if (forecast.p95Wait() <= waitSeconds) {
                break;
            }
            workers = Math.max(workers + 1, (int) Math.ceil(workers * 1.15));
        }
        return forecasts;
    }

    Forecast steady(double jobsASecond, int workers) {
        Random random = new Random(seed);
        List<Recording.Arrival> arrivals = new ArrayList<>();
        double now = 0;
        for (int i = 0; i < JOBS; i++) {
            now += -Math.log(1 - random.nextDouble()) / jobsASecond;
            Recording.Arrival like =
                    recording.arrivals().get(random.nextInt(recording.arrivals().size()));
            arrivals.add(new Recording.Arrival(now, like.circuit(), like.rank(), random.nextInt(partitions)));
        }
        return simulation().run(arrivals, new Layout(workers, slots, partitions));
    }

    /** What the recorded requests, sent when they were sent, would have met with so many workers. */
    Forecast replay(int workers) {
        return simulation().run(recording.arrivals(), new Layout(workers, slots, partitions));
    }

    private FleetSimulation simulation() {
        return new FleetSimulation(recording, retrySeconds, new Random(seed));
    }
}
