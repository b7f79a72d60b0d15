package io.proofmill.cli.fleet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.Set;

/**
 * A fleet at work, event by event: requests arrive at partitions, each partition belongs to one worker, a worker starts the request of the highest priority that came first whenever it has a
 * slot free, a circuit's first proof at a worker loads its key, and some attempts fail and come back after a while. Durations are drawn from those that were measured.
 *
 * <p>What it leaves out: rebalances, brokers that are slow, devices of different speed.
 */
final class FleetSimulation {
    private static final Comparator<Waiting> ORDER =
            Comparator.comparingInt((Waiting job) -> -job.arrival().rank()).thenComparingDouble(Waiting::since);

    private final Recording recording;
    private final double retrySeconds;
    private final Random random;

    /**
     * @param recording what durations, cold keys and failures are like
     * @param retrySeconds how long a failed job waits for its next attempt
     */
    FleetSimulation(Recording recording, double retrySeconds, Random random) {
        this.recording = recording;
        this.retrySeconds = retrySeconds;
        this.random = random;
    }

    /** How a fleet is set up. */
    record Layout(int workers, int slots, int partitions) {
        /** The worker that a partition belongs to, as ranges of them are dealt out: the first workers get one more where it does not come out even. */
        int owner(int partition) {
            int least = partitions / workers;
            int more = partitions % workers;
            int atMore = more * (least + 1);
            return partition < atMore ? partition / (least + 1) : more + (partition - atMore) / least;
        }
    }

    /**
     * What came of it. Seconds.
     *
     * @param makespan from the first arrival to the last proof
     * @param jobsASecond proofs over that time
     * @param meanWait from arrival to the first start
     * @param p95Wait what 95 of 100 jobs do not exceed
     * @param busyShare of all slots' time until the last proof
     * @param longestLag most jobs that waited at once
     */
    record Forecast(
            int workers,
            double makespan,
            double jobsASecond,
            double meanWait,
            double p95Wait,
            double busyShare,
            int longestLag) {}

    private record Waiting(Recording.Arrival arrival, double since, boolean isRetry) {}

    private record Moment(double at, Worker worker, Waiting job, boolean isEnd) {}

    private static final class Worker {
        private final Queue<Waiting> ready = new PriorityQueue<>(ORDER);
        private final Set<String> loaded = new HashSet<>();
        private int free;

        private Worker(int slots) {
            this.free = slots;
        }
    }

    /** One run's state. */
    private static final class Run {
        private final Queue<Moment> moments = new PriorityQueue<>(Comparator.comparingDouble(Moment::at));
        private final List<Double> waits = new ArrayList<>();
        private double busy;
        private double end;
        private int lag;
        private int longestLag;
    }

    Forecast run(List<Recording.Arrival> arrivals, Layout layout) {
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < layout.workers(); i++) {
            workers.add(new Worker(layout.slots()));
        }
        Run run = new Run();
        ArrayDeque<Recording.Arrival> coming = new ArrayDeque<>(arrivals);
        while (!coming.isEmpty() || !run.moments.isEmpty()) {
            boolean arrives = !coming.isEmpty()
                    && (run.moments.isEmpty()
                            || coming.getFirst().at() <= run.moments.element().at());
            if (arrives) {
                Recording.Arrival arrival = coming.removeFirst();
                Worker worker = workers.get(layout.owner(arrival.partition() % layout.partitions()));
                arrive(run, worker, new Waiting(arrival, arrival.at(), false));
            } else {
                happen(run, run.moments.remove());
            }
        }
        return forecast(run, arrivals.size(), layout);
    }

    private void arrive(Run run, Worker worker, Waiting job) {
        worker.ready.add(job);
        run.lag++;
        run.longestLag = Math.max(run.longestLag, run.lag);
        startWhatCan(run, worker, job.since());
    }

    private void happen(Run run, Moment moment) {
        if (!moment.isEnd()) {
            arrive(run, moment.worker(), moment.job());
            return;
        }
        moment.worker().free++;
        run.end = Math.max(run.end, moment.at());
        if (random.nextDouble() < recording.failureShare()) {
            double again = moment.at() + retrySeconds;
            run.moments.add(
                    new Moment(again, moment.worker(), new Waiting(moment.job().arrival(), again, true), false));
        }
        startWhatCan(run, moment.worker(), moment.at());
    }

    private void startWhatCan(Run run, Worker worker, double now) {
        while (worker.free > 0 && !worker.ready.isEmpty()) {
            Waiting job = worker.ready.remove();
            worker.free--;
            run.lag--;
            if (!job.isRetry()) {
                run.waits.add(now - job.arrival().at());
            }
            double seconds = seconds(worker, job.arrival().circuit());
            run.busy += seconds;
            run.moments.add(new Moment(now + seconds, worker, job, true));
        }
    }

    private double seconds(Worker worker, String circuit) {
        double[] measured = recording.seconds().get(circuit);
        double warm = measured == null ? recording.meanSeconds() : measured[random.nextInt(measured.length)];
        double cold = worker.loaded.add(circuit) ? recording.coldSeconds().getOrDefault(circuit, 0.0) : 0;
        return warm + cold + recording.turnaroundSeconds();
    }

    private static Forecast forecast(Run run, int jobs, Layout layout) {
        double[] waits =
                run.waits.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double slotTime = run.end * layout.workers() * layout.slots();
        return new Forecast(
                layout.workers(),
                run.end,
                run.end == 0 ? 0 : jobs / run.end,
                waits.length == 0 ? 0 : Recording.mean(waits),
                waits.length == 0 ? 0 : waits[(int) Math.ceil(0.95 * waits.length) - 1],
                slotTime == 0 ? 0 : run.busy / slotTime,
                run.longestLag);
    }
}
