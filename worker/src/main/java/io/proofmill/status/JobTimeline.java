package io.proofmill.status;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attempts of the last hour, bounded in number too. Thread-safe. */
public final class JobTimeline {
    private static final Duration KEPT = Duration.ofHours(1);
    private static final int MOST = 2_000;

    private final Clock clock;
    private final Map<Object, Attempt> running = new LinkedHashMap<>();
    private final Deque<JobRecord> ended = new ArrayDeque<>();

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

    private void forget() {
        Instant oldest = clock.instant().minus(KEPT);
        while (ended.size() > MOST
                || (!ended.isEmpty() && ended.getLast().endedAt().isBefore(oldest))) {
            ended.removeLast();
        }
    }

    /** One attempt under way. */
    public final class Attempt {
        private final String id;
        private final String circuit;
        private final int attempt;
        private final Instant startedAt;
        private final Map<String, Instant> open = new LinkedHashMap<>();
        private final List<JobRecord.Stage> stages = new ArrayList<>();
        private String device = "";

        private Attempt(String id, String circuit, int attempt, Instant startedAt) {
            this.id = id;
            this.circuit = circuit;
            this.attempt = attempt;
            this.startedAt = startedAt;
        }

        public void onDevice(String name) {
            synchronized (JobTimeline.this) {
                device = name;
            }
        }

        public void stageStarted(String stage) {
            synchronized (JobTimeline.this) {
                open.put(stage, clock.instant());
            }
        }

        public void stageFinished(String stage) {
            synchronized (JobTimeline.this) {
                Instant start = open.remove(stage);
                if (start != null) {
                    stages.add(new JobRecord.Stage(stage, start, clock.instant()));
                }
            }
        }

        /**
         * The attempt is over.
         *
         * @param reason reason code of a failure; empty when it was proved
         */
        public void ended(String reason) {
            synchronized (JobTimeline.this) {
                running.remove(this);
                ended.addFirst(toRecord(reason.isEmpty() ? "proved" : "failed", reason, clock.instant()));
                forget();
            }
        }

        private JobRecord toRecord(String outcome, String reason, Instant now) {
            List<JobRecord.Stage> all = new ArrayList<>(stages);
            open.forEach((stage, start) -> all.add(new JobRecord.Stage(stage, start, now)));
            return new JobRecord(id, circuit, attempt, outcome, reason, device, startedAt, now, all);
        }
    }
}
