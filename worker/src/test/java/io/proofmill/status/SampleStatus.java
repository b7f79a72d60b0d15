package io.proofmill.status;

import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.WorkerId;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A status with something in every place, and hostile words wherever words come from outside. */
public final class SampleStatus implements StatusSource, OperatorActions {
    public static final String HOSTILE =
            "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";
    public static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final byte[] LETTER = {0, 1, (byte) 0xff};

    private final Instant now;
    private final Set<String> performed = new TreeSet<>();
    private Set<String> enabled = Set.of();
    private String notReady = "";
    private Optional<String> sickness = Optional.empty();

    /** @param now when everything in it happened */
    public SampleStatus(Instant now) {
        this.now = now;
    }

    public void enable(Set<String> actions) {
        enabled = actions;
    }

    void notReady(String why) {
        notReady = why;
    }

    void sick(String why) {
        sickness = Optional.of(why);
    }

    /** What was asked for, as {@code action target}. */
    public Set<String> performed() {
        return performed;
    }

    @Override
    public StatusSnapshot snapshot() {
        JobRecord.Stage stage =
                new JobRecord.Stage(0, "proving", "cuda:0", now.minusSeconds(1500), now.minusSeconds(900));
        JobRecord failed = new JobRecord(
                HOSTILE,
                HOSTILE,
                1,
                "failed",
                HOSTILE,
                HOSTILE,
                "",
                Optional.empty(),
                stage.startedAt(),
                stage.endedAt(),
                List.of(stage));
        JobRecord running = new JobRecord(
                HOSTILE, HOSTILE, 1, "running", "", "cuda:0", HOSTILE, Optional.of(0.4), now, now, List.of());
        return new StatusSnapshot(
                1,
                notReady.isEmpty(),
                notReady,
                List.copyOf(new TreeSet<>(enabled)),
                queue(),
                new StatusSnapshot.Memory(1L << 30, 8L << 30),
                List.of(
                        new DeviceReport(
                                "cuda:0",
                                HOSTILE,
                                "HEALTHY",
                                "",
                                now,
                                0,
                                1,
                                Optional.of(64L << 30),
                                139L << 30,
                                Optional.of(54),
                                1L << 40,
                                1L << 30),
                        new DeviceReport(
                                "cuda:1",
                                HOSTILE,
                                "QUARANTINED",
                                HOSTILE,
                                now,
                                2,
                                0,
                                Optional.empty(),
                                139L << 30,
                                Optional.empty(),
                                0,
                                0)),
                List.of(new CircuitFigures(HOSTILE, "BN254", HOSTILE, 7, 1, 14, Optional.of(1.5), Optional.of(2.5))),
                List.of(new PriorityLag("normal", "proof.requests.normal", 12, Optional.of(34.5))),
                new FleetReport(
                        Optional.of(now),
                        "",
                        "Stable",
                        List.of(
                                new FleetReport.Member(HOSTILE, "0.1.0+abc", HOSTILE, 3),
                                new FleetReport.Member("w2", "0.1.0+def", "host2", 2)),
                        List.of("0.1.0+abc", "0.1.0+def"),
                        true,
                        List.of(new FleetReport.Backlog("proof.requests.normal", 20, 1))),
                new DeadLetterBoard.Report(
                        2,
                        Map.of(HOSTILE, 2L),
                        List.of(new DeadLetterBoard.Letter(
                                "3:14", now, HOSTILE, HOSTILE, Optional.of(HOSTILE), Optional.of(HOSTILE), 3, 3)),
                        ""),
                List.of(running, failed),
                TimelineLane.of(List.of(failed), List.of("cuda:0", "cuda:1"), now.minus(JobTimeline.KEPT), now));
    }

    private QueueStatus queue() {
        return new QueueStatus(
                QueueStatus.State.RUNNING,
                new WorkerId("w1", "0.1.0+abc", HOSTILE, now),
                now,
                true,
                false,
                List.of(new QueueStatus.Trouble("REGISTRY_UNAVAILABLE", HOSTILE, now)),
                List.of(new QueueStatus.Partition(
                        "proof.requests.normal", 0, 5, Optional.of(12L), Optional.of(now), false)),
                List.of(new QueueStatus.RunningJob(
                        HOSTILE, HOSTILE, 1, Optional.of(HOSTILE), Optional.of("cuda:0"), now)),
                Map.of("proof.requests.normal", 1),
                0,
                1,
                2,
                3,
                4);
    }

    @Override
    public Optional<String> sickness() {
        return sickness;
    }

    @Override
    public String metrics(String contentType) {
        return "proofmill_jobs_in_flight 1.0\n" + (contentType.contains("openmetrics") ? "# EOF\n" : "");
    }

    @Override
    public Optional<byte[]> deadLetter(String id) {
        return id.equals("3:14") ? Optional.of(LETTER) : Optional.empty();
    }

    @Override
    public Set<String> enabled() {
        return enabled;
    }

    @Override
    public String perform(String action, String target) throws IOException {
        if (target.equals("nobody")) {
            throw new IllegalArgumentException("there is no job nobody");
        }
        performed.add((action + " " + target).strip());
        return action + " done";
    }
}
