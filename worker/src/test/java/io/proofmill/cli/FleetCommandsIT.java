package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proofmill.schemas.FailureClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands tell of two workers of different builds: one job proved, two running, some waiting, one to be tried again. */
class FleetCommandsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> LATER = List.of("q1", "q2", "q3", "q4", "q5", "q6");

    private static SteeredFleet fleet;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        fleet = new SteeredFleet();
        fleet.startWorker("w1", "1.0+old");
        fleet.submit("done");
        fleet.awaitRunning("done");
        fleet.prove("done");
        fleet.submit("faulty");
        fleet.awaitRunning("faulty");
        fleet.fail("faulty", "DEVICE_FAULT", FailureClass.RETRYABLE);
        fleet.submit("a");
        fleet.submit("b");
        fleet.awaitRunning("a", "b");
        LATER.forEach(fleet::submit);
        SteeredFleet.await()
                .until(() -> fleet.run("events", "--job", "faulty") == 0
                        && fleet.out.toString().contains("retried"));
        SteeredFleet.await().until(() -> {
            fleet.run("jobs", "--running");
            return fleet.out.toString().contains("running: 2");
        });
    }

    @AfterAll
    static void stop() throws IOException {
        fleet.close();
    }

    @Test
    void status_shows_members_builds_backlog_jobs_in_flight_and_the_time_left() throws IOException {
        JsonNode status = json("status", "--json");
        assertThat(status.at("/members/0/instance").asText()).isEqualTo("w1");
        assertThat(status.at("/members/0/build").asText()).isEqualTo("1.0+old");
        assertThat(status.at("/members/0/running").asInt()).isEqualTo(2);
        assertThat(status.path("mixedFleet").asBoolean()).isFalse();
        assertThat(status.path("inFlight").findValuesAsText("id")).containsExactlyInAnyOrder("a", "b");
        assertThat(status.at("/inFlight/0/phase").asText()).isEqualTo("proving");
        assertThat(status.at("/inFlight/0/device").asText()).isEqualTo("device-0");
        assertThat(status.at("/inFlight/0/orphaned").asBoolean()).isFalse();
        JsonNode requests = status.path("topics").path("proof.requests.normal");
        JsonNode shared = status.path("topics").path("proof.requests");
        assertThat(requests.path("waiting").asInt() + shared.path("waiting").asInt())
                .isEqualTo(LATER.size());
        assertThat(status.path("topics")
                        .path("proof.retries")
                        .path("oldestSeconds")
                        .isNumber())
                .isTrue();
        assertThat(status.path("partitions").findValuesAsText("worker")).contains("w1@1.0+old");
        assertThat(status.at("/measured/0/circuit").asText()).isEqualTo("cubic");
        assertThat(status.path("etaSeconds").isNumber()).isTrue();
    }

    @Test
    void status_in_words_and_its_partitions() {
        assertThat(fleet.run("status", "--partitions")).as(fleet.err.toString()).isZero();
        assertThat(fleet.out.toString())
                .contains("group steered: Stable, 1 worker(s)\n")
                .containsPattern("w1@1\\.0\\+old +/127\\.0\\.0\\.1 +12 partition\\(s\\) +2 in flight")
                .containsPattern("partition 0 +lag \\d+ +waiting \\d+ +started \\d+ +w1@1\\.0\\+old")
                .contains("in flight: 2")
                .containsPattern("cubic +1 proved, mean ")
                .containsPattern("time left for what waits and runs: \\d");
    }

    @Test
    void watching_prints_one_line_of_json_a_look() throws IOException {
        assertThat(fleet.run("status", "--watch", "--ticks", "3", "--interval", "10ms", "--json"))
                .as(fleet.err.toString())
                .isZero();
        assertThat(fleet.out.toString().lines())
                .hasSize(3)
                .allSatisfy(line ->
                        assertThat(JSON.readTree(line).path("inFlight").size()).isEqualTo(2));
    }

    @Test
    void jobs_are_listed_by_what_they_wait_for() throws IOException {
        JsonNode jobs = json("jobs", "--json");
        assertThat(jobs.path("running").findValuesAsText("id")).containsExactlyInAnyOrder("a", "b");
        assertThat(jobs.path("waiting").findValuesAsText("id")).containsExactlyInAnyOrderElementsOf(LATER);
        assertThat(jobs.at("/waiting/0/circuit").asText()).isEqualTo("cubic");
        JsonNode retry = jobs.path("retrying").path(0);
        assertThat(retry.path("id").asText()).isEqualTo("faulty");
        assertThat(retry.path("attempts").asInt()).isEqualTo(1);
        assertThat(retry.path("reasonCode").asText()).isEqualTo("DEVICE_FAULT");
        assertThat(retry.path("inSeconds").asDouble()).isBetween(1.0, 3600.0);
    }

    @Test
    void only_the_lists_that_were_asked_for_are_shown() throws IOException {
        assertThat(fleet.run("jobs", "--retrying")).as(fleet.err.toString()).isZero();
        assertThat(fleet.out.toString())
                .startsWith("retrying: 1\n")
                .contains("faulty", "tried 1 time(s), again in ", "DEVICE_FAULT: as the test says")
                .doesNotContain("waiting", "running");
        assertThat(json("jobs", "--waiting", "--limit", "1", "--json").path("waiting"))
                .hasSizeBetween(1, 4);
    }

    @Test
    void a_jobs_life_is_a_timeline_in_order() throws IOException {
        assertThat(fleet.run("events", "--job", "done"))
                .as(fleet.err.toString())
                .isZero();
        assertThat(fleet.out.toString())
                .containsPattern(
                        "(?s)job done, circuit cubic, request proof\\.requests.*accepted.*proving on device-0.*"
                                + "published on device-0\n3 event\\(s\\)\n");
        Path file = folder.resolve("events.json");
        assertThat(fleet.run("events", "--job", "done", "--json", file)).isZero();
        JsonNode events = JSON.readTree(Files.readString(file));
        assertThat(events.findValuesAsText("phase")).containsExactly("accepted", "proving", "published");
        assertThat(events.at("/0/worker").asText()).isEqualTo("w1");
        assertThat(events.at("/0/build").asText()).isEqualTo("1.0+old");
    }

    @Test
    void a_plan_is_made_from_the_topic_or_from_a_file_of_recorded_events() throws IOException {
        JsonNode plan = json("plan", "--circuit", "cubic", "--rate", "1/h", "--start-within", "1h", "--json");
        assertThat(plan.path("enough").asInt()).isPositive();
        assertThat(plan.path("busySlots").asDouble()).isPositive();
        Path file = folder.resolve("events.json");
        assertThat(fleet.run("events", "--json", file)).isZero();
        assertThat(fleet.run("plan", "--replay", "1,2,1000", "--events", file))
                .as(fleet.err.toString())
                .isZero();
        assertThat(fleet.out.toString())
                .contains("cubic", "1 proof(s) measured", "more workers than partitions")
                .containsPattern("\n +1 .*\n +2 .*\n +1000 ");
        assertThat(fleet.run("plan", "--circuit", "absent", "--rate", "2/s")).isEqualTo(2);
        assertThat(fleet.err.toString()).startsWith("USAGE: no proof of circuit absent is among the events");
        assertThat(fleet.run("plan", "--rate", "often")).isEqualTo(2);
        assertThat(fleet.err.toString()).contains("expected a rate such as 5/s");
    }

    /** Those of the guides' commands that only look at a fleet, without the cluster that their example names. */
    @Test
    void the_short_commands_of_the_guides_run() throws IOException {
        Path operator = Files.writeString(folder.resolve("operator.toml"), "[worker]\ngroup-id = \"steered\"\n");
        Path events = folder.resolve("events.json");
        assertThat(fleet.run("events", "--json", events)).isZero();
        List<String> ran = new ArrayList<>();
        for (String command : GuideCommandsTest.commands()) {
            if (command.matches("proofmill (status|jobs|events|plan|dead-letters) .*")
                    && !command.contains("--bootstrap")) {
                List<Object> words = new ArrayList<>(List.of(command.replace("JOB-ID", "done")
                        .replace("--circuit CIRCUIT", "--circuit cubic")
                        .replace("120/h", "1/h")
                        .replace("operator.toml", operator.toString())
                        .replace("--events FILE", "--events " + events)
                        .split(" ")));
                words.removeFirst();
                if (words.contains("--watch")) {
                    words.addAll(List.of("--ticks", "1"));
                }
                assertThat(fleet.run(words.toArray())).as(command + fleet.err).isZero();
                assertThat(fleet.out.toString()).as(command).isNotEmpty();
                ran.add(command);
            }
        }
        assertThat(ran).hasSizeGreaterThan(10);
    }

    @Test
    void a_job_that_was_never_seen_gives_exit_code_1() {
        assertThat(fleet.run("events", "--job", "never-sent")).isEqualTo(1);
        assertThat(fleet.out.toString()).isEqualTo("0 event(s)\n");
    }

    @Test
    void following_a_job_ends_with_its_outcome_and_following_one_without_ends_with_the_time() throws Exception {
        assertThat(fleet.run("events", "--job", "done", "--follow", "--json")).isZero();
        assertThat(fleet.out.toString().lines()).hasSize(3);
        assertThat(fleet.run("events", "--job", "a", "--follow", "--for", "500ms"))
                .isEqualTo(1);
        assertThat(fleet.out.toString()).contains("accepted", "proving on device-0");
    }

    /** On a fleet of its own: the others count workers and jobs. */
    @Test
    void a_mixed_fleet_is_marked_and_a_running_job_is_followed_to_its_end() throws Exception {
        try (SteeredFleet other = new SteeredFleet()) {
            other.startWorker("old", "1.0");
            other.startWorker("new", "2.0");
            assertThat(other.run("status")).as(other.err.toString()).isZero();
            assertThat(other.out.toString()).contains("2 worker(s), MIXED FLEET of builds 1.0, 2.0\n");
            other.submit("job");
            other.awaitRunning("job");
            CompletableFuture<Integer> code =
                    CompletableFuture.supplyAsync(() -> other.run("events", "--job", "job", "--follow"));
            SteeredFleet.await().until(() -> other.out.toString().contains("proving on device-0"));
            other.prove("job");
            assertThat(code.get(30, TimeUnit.SECONDS)).isZero();
            assertThat(other.out.toString()).contains("published on device-0");
        }
    }

    private static JsonNode json(Object... arguments) throws IOException {
        assertThat(fleet.run(arguments)).as(fleet.err.toString()).isZero();
        return JSON.readTree(fleet.out.toString());
    }
}
