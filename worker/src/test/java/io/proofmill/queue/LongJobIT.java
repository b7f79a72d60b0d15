package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.ProofResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A job that takes longer than Kafka's own limits, and a group that changes meanwhile. Side by side, since these tests wait for timeouts most of the time; each has its topics and its group. */
@OnTestBroker
class LongJobIT {
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(2);
    private static final int PARTITIONS = 4;

    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = QueueBench.brokerWithShortSessions();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** Pain 1: a 7-minute job under a 5-minute limit; both members' commits fail for ever. */
    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    @Execution(ExecutionMode.CONCURRENT)
    void a_job_that_outlasts_three_poll_intervals_is_executed_once_and_nobody_leaves_the_group(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            ScriptedProver prover = ScriptedProver.steered();
            ProofQueue queue = bench.startWorker("w1", prover, withPollInterval(bench.settings));
            bench.submit("long");
            ScriptedProver.Run run = prover.runs.poll(30, TimeUnit.SECONDS);
            QueueBench.await()
                    .untilAsserted(() -> assertThat(queue.status().partitions()).isNotEmpty());
            List<QueueStatus.Partition> owned = queue.status().partitions();
            QueueBench.await()
                    .during(POLL_INTERVAL.multipliedBy(3).plusMillis(500))
                    .untilAsserted(() -> {
                        assertThat(GroupView.read(bench.settings, "test").members())
                                .singleElement()
                                .satisfies(member ->
                                        assertThat(member.partitions()).isEqualTo(owned.size()));
                        assertThat(run.cancellation().requested()).isFalse();
                    });
            run.prove();
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .singleElement()
                            .satisfies(result -> assertThat(result.getAttempt()).isEqualTo(1)));
            assertThat(prover.startsOf("long")).isEqualTo(1);
            assertThat(bench.deadLetters()).isEmpty();
        }
    }

    /**
     * Pain 2: a long interval as workaround hurts rolling deploys.
     *
     * <p>Which partitions move is not ours to say: where the long job's own moves, the job is handed over after the rebalance budget. Either way the new member works within seconds, and the long
     * job has one result.
     */
    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    @Execution(ExecutionMode.CONCURRENT)
    void a_second_member_that_joins_in_mid_job_proves_other_jobs_within_seconds(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), protocol, PARTITIONS)) {
            ScriptedProver prover = ScriptedProver.of(
                    job -> job.id().equals("long") ? Optional.empty() : Optional.of(ScriptedProver.proofOf(job)));
            bench.startWorker("w1", prover);
            bench.submit("long");
            ScriptedProver.Run run = prover.runs.poll(30, TimeUnit.SECONDS);
            ProofQueue second = bench.startWorker("w2", prover);
            QueueBench.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> second.status().partitions().stream().anyMatch(p -> !p.starting()));
            List<String> others = onePerPartition();
            others.forEach(bench::submit);
            QueueBench.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(ProofResult::getJobId)
                            .containsExactlyInAnyOrderElementsOf(others));
            assertThat(bench.results())
                    .extracting(result -> result.getWorker().getInstance())
                    .contains("w2");

            ScriptedProver.Run last = run.cancellation().requested() ? prover.runs.poll(30, TimeUnit.SECONDS) : run;
            last.prove();
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .filteredOn(result -> result.getJobId().equals("long"))
                            .hasSize(1));
            assertThat(bench.deadLetters()).isEmpty();
        }
    }

    /** Job ids whose keys fall into each partition once. */
    private static List<String> onePerPartition() {
        Map<Integer, String> ids = new HashMap<>();
        IntStream.iterate(0, i -> ids.size() < PARTITIONS, i -> i + 1)
                .mapToObj(i -> "other-" + i)
                .forEach(id -> ids.putIfAbsent(
                        Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8))) % PARTITIONS, id));
        return new ArrayList<>(ids.values());
    }

    private static QueueSettings withPollInterval(QueueSettings settings) {
        Map<String, String> kafka = new HashMap<>(settings.kafka());
        kafka.put("max.poll.interval.ms", Long.toString(POLL_INTERVAL.toMillis()));
        return settings.withKafka(kafka);
    }
}
