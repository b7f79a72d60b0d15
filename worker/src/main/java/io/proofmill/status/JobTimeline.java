package io.proofmill.status;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The attempts of the last hour, bounded in number too. Thread-safe. */
public final class JobTimeline {
    /** How far back it goes. */
    public static final Duration KEPT = Duration.ofHours(1);

    private static final int MOST = 2_000;
    /** A job that takes longer than the last one is never said to be done. */
    private static final double MOST_PROGRESS = 0.99;

    private final Clock clock;
    private final Map<Attempt, Attempt> running = new LinkedHashMap<>();
    private final Deque<JobRecord> ended = new ArrayDeque<>();
    private final Map<String, Duration> latestProof = new HashMap<>();

    public JobTimeline(Clock clock) {
        this.clock = clock;
    }

    /** An attempt has begun; tell what happens to it through the handle. */
    public synchronized Attempt started(String id, String circuit, int attempt) {
        Attempt handle = new Attempt(id, circuit, attempt, clock.instant());
        running.put(handle, handle);
        return handle;
    }

    /** Attempts that run, then those that have ended, the latest first. */
    public synchronized List<JobRecord> records() {
        forget();
        Instant now = clock.instant();
        List<JobRecord> records = new ArrayList<>();
        running.values().forEach(attempt -> records.add(attempt.toRecord("running", "", now)));
        records.addAll(ended);
        return records;
    }

    /**
     * Share of the last hour, or of the time since the start, in which no part ran on the device.
     *
     * @param start when the worker started
     */
    public double idleShare(String device, Instant start) {
        Instant now = clock.instant();
        Instant hourAgo = now.minus(KEPT);
        return TimelineLane.of(records(), List.of(device), hourAgo.isAfter(start) ? hourAgo : start, now)
                .getFirst()
                .idleShare();
    }

    private void forget() {
        Instant oldest = clock.instant().minus(KEPT);
        while (ended.size() > MOST
                || (!ended.isEmpty() && ended.getLast().endedAt().isBefore(oldest))) {
            ended.removeLast();
        }
    }

    /** One attempt under way. */
    public final class Attempt implements AttemptListener {
        private final String id;
        private final String circuit;
        private final int attempt;
        private final Instant startedAt;
        private final LinkedHashMap<PartStage, Instant> open = new LinkedHashMap<>();
        private final List<JobRecord.Stage> stages = new ArrayList<>();
        private final Map<Integer, String> devices = new HashMap<>();
        private String device = "";

        private Attempt(String id, String circuit, int attempt, Instant startedAt) {
            this.id = id;
            this.circuit = circuit;
            this.attempt = attempt;
            this.startedAt = startedAt;
        }

        @Override
        public void onDevice(int part, String name) {
            synchronized (JobTimeline.this) {
                device = name;
                devices.put(part, name);
            }
        }

        @Override
        public void stageStarted(int part, String stage) {
            synchronized (JobTimeline.this) {
                open.putLast(new PartStage(part, stage), clock.instant());
            }
        }

        @Override
        public void stageFinished(int part, String stage, long nanos) {
            synchronized (JobTimeline.this) {
                PartStage key = new PartStage(part, stage);
                Instant start = open.remove(key);
                if (start != null) {
                    stages.add(stage(key, start, clock.instant()));
                }
            }
        }

        @Override
        public void ended(String reason) {
            synchronized (JobTimeline.this) {
                running.remove(this);
                JobRecord record = toRecord(reason.isEmpty() ? "proved" : "failed", reason, clock.instant());
                if (reason.isEmpty()) {
                    latestProof.put(circuit, record.took());
                }
                ended.addFirst(record);
                forget();
            }
        }

        private JobRecord toRecord(String outcome, String reason, Instant now) {
            List<JobRecord.Stage> all = new ArrayList<>(stages);
            open.forEach((key, start) -> all.add(stage(key, start, now)));
            boolean runs = outcome.equals("running");
            String phase = runs && !open.isEmpty() ? open.lastEntry().getKey().stage() : "";
            Optional<Double> progress = runs ? progress(now) : Optional.empty();
            return new JobRecord(id, circuit, attempt, outcome, reason, device, phase, progress, startedAt, now, all);
        }

        private Optional<Double> progress(Instant now) {
            double soFar = Duration.between(startedAt, now).toMillis();
            return Optional.ofNullable(latestProof.get(circuit))
                    .filter(Duration::isPositive)
                    .map(usual -> Math.min(MOST_PROGRESS, soFar / Math.max(1, usual.toMillis())));
        }

        private JobRecord.Stage stage(PartStage key, Instant start, Instant end) {
            boolean onDevice = key.stage().equals("proving") || key.stage().startsWith("proving.");
            String where = onDevice ? devices.getOrDefault(key.part(), "") : "";
            return new JobRecord.Stage(key.part(), key.stage(), where, start, end);
        }
    }

    private record PartStage(int part, String stage) {}
}
