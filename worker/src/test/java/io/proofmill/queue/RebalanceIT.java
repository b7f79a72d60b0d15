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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Groups and transactional ids that change under a worker at work. */
@OnTestBroker
class RebalanceIT {
    private static final int PARTITIONS = 4;
    /** A few heartbeats of half a second each, and the restore of a partition, on a machine that does other things too. */
    private static final Duration SECONDS_TO_MOVE = Duration.ofSeconds(6);

    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = QueueBench.brokerWithShortSessions();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** Pain 7: commits of retained partitions fail during a cooperative rebalance. */
    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void jobs_that_end_while_a_rebalance_is_open_are_committed_at_their_first_attempt(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), protocol, PARTITIONS)) {
            ScriptedProver prover = ScriptedProver.steered();
            bench.startWorker("w1", prover, patient(bench.settings));
            List<String> ids = onePerPartition();
            ids.forEach(bench::submit);
            List<ScriptedProver.Run> runs = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                runs.add(prover.runs.poll(60, TimeUnit.SECONDS));
            }
            bench.startWorker("w2", ScriptedProver.instant(), patient(bench.settings));
            QueueBench.await().until(() -> isRebalancing(GroupView.read(bench.settings, "test")));
            runs.forEach(ScriptedProver.Run::prove);
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(ProofResult::getJobId)
                            .containsExactlyInAnyOrderElementsOf(ids));
            assertThat(bench.results()).allSatisfy(result -> {
                assertThat(result.getWorker().getInstance()).isEqualTo("w1");
                assertThat(result.getAttempt()).isEqualTo(1);
            });
            QueueBench.await()
                    .until(() -> GroupView.read(bench.settings, "test").members().stream()
                            .allMatch(member -> member.partitions() > 0));
            assertThat(bench.results()).hasSize(PARTITIONS);
        }
    }

    /**
     * Pain 2: idle partitions move while a job runs. Under the classic protocol they wait for nothing, however long the budget is; under KIP-848 the job's own may go with them, and then for the rebalance
     * budget and no longer.
     */
    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void idle_partitions_move_to_a_member_that_joins_in_mid_job_within_the_bound(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), protocol, PARTITIONS)) {
            boolean classic = protocol == GroupProtocol.CLASSIC;
            QueueSettings settings = classic ? patient(bench.settings) : bench.settings;
            Duration bound = (classic ? Duration.ZERO : settings.membership().rebalanceBudget()).plus(SECONDS_TO_MOVE);
            ScriptedProver prover = ScriptedProver.steered();
            bench.startWorker("w1", prover, settings);
            bench.submit("long");
            ScriptedProver.Run run = prover.runs.poll(60, TimeUnit.SECONDS);
            ProofQueue second = bench.startWorker("w2", prover, settings);
            QueueBench.await()
                    .until(() ->
                            GroupView.read(bench.settings, "test").members().size() == 2);
            QueueBench.await()
                    .atMost(bound)
                    .until(() -> second.status().partitions().stream().anyMatch(p -> !p.starting()));
            assertThat(run.cancellation().requested() && classic).isFalse();
            run.prove();
            QueueBench.await().until(() -> {
                Optional.ofNullable(prover.runs.poll()).ifPresent(ScriptedProver.Run::prove); // handed over
                return bench.results().size() == 1;
            });
        }
    }

    /** Open, or over before a slow machine could look: then the second worker is a member. */
    private static boolean isRebalancing(GroupView group) {
        return Set.of("Reconciling", "PreparingRebalance", "CompletingRebalance")
                        .contains(group.state())
                || group.members().size() == 2;
    }

    /** Pain 13: a fenced producer is only logged; messages are lost. */
    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void a_worker_whose_producer_is_fenced_goes_on_with_a_new_one_and_loses_nothing(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), protocol, 1)) {
            ScriptedProver prover = ScriptedProver.steered();
            bench.startWorker("w1", prover);
            bench.submit("job");
            ScriptedProver.Run run = prover.runs.poll(60, TimeUnit.SECONDS);
            try (KafkaProducer<byte[], byte[]> rival =
                    new KafkaProducer<>(new ClientSettings(bench.settings, "w1").transactionalProducer())) {
                rival.initTransactions();
            }
            run.prove();
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(ProofResult::getJobId)
                            .containsExactly("job"));
            assertThat(prover.startsOf("job")).isEqualTo(1);
            bench.submit("next");
            prover.runs.poll(60, TimeUnit.SECONDS).prove();
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(ProofResult::getJobId)
                            .containsExactly("job", "next"));
        }
    }

    /** Pain 13: a worker that the group has put out rejoins by itself. */
    @Test
    void a_worker_that_was_put_out_of_its_group_rejoins_and_its_job_is_seen_once() throws Exception {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), GroupProtocol.CLASSIC, 1)) {
            ScriptedProver prover = ScriptedProver.of(
                    job -> job.attempt() == 1 ? Optional.empty() : Optional.of(ScriptedProver.proofOf(job)));
            bench.startWorker("w1", prover);
            bench.submit("job");
            ScriptedProver.Run run = prover.runs.poll(60, TimeUnit.SECONDS);
            try (Admin admin = Admin.create(new ClientSettings(bench.settings, "admin").admin())) {
                admin.removeMembersFromConsumerGroup(
                                bench.settings.group(), new RemoveMembersFromConsumerGroupOptions())
                        .all()
                        .get();
            }
            run.prove();
            QueueBench.await().untilAsserted(() -> assertThat(bench.results()).isNotEmpty());
            bench.submit("next");
            ScriptedProver.Run next = prover.runs.poll(60, TimeUnit.SECONDS);
            next.prove();
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(ProofResult::getJobId)
                            .containsExactly("job", "next"));
            assertThat(bench.deadLetters()).isEmpty();
        }
    }

    /** All four jobs may run at once, and a rebalance leaves them time. */
    private static QueueSettings patient(QueueSettings settings) {
        QueueSettings.Membership own = settings.membership();
        QueueSettings.Intake intake = settings.intake();
        return settings.withIntake(new QueueSettings.Intake(PARTITIONS, intake.bufferedJobs(), intake.bufferedBytes()))
                .withMembership(new QueueSettings.Membership(
                        own.protocol(), own.isStatic(), Duration.ofSeconds(60), own.drainBudget(), own.cancelGrace()));
    }

    /** Job ids whose keys fall into each partition once. */
    static List<String> onePerPartition() {
        Map<Integer, String> ids = new HashMap<>();
        IntStream.iterate(0, i -> ids.size() < PARTITIONS, i -> i + 1)
                .mapToObj(i -> "job-" + i)
                .forEach(id -> ids.putIfAbsent(
                        Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8))) % PARTITIONS, id));
        return new ArrayList<>(ids.values());
    }
}
