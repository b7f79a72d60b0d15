package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.ProofResult;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@OnTestBroker
class StaticMembershipIT {
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start(); // sessions long enough for a restart
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void a_worker_that_restarts_in_time_finds_its_partitions_and_nobody_elses_move(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), protocol, 4)) {
            QueueSettings settings = asStatic(bench.settings);
            ProofQueue restarted = bench.startWorker("w1", ScriptedProver.instant(), settings);
            ProofQueue other = bench.startWorker("w2", ScriptedProver.instant(), settings);
            QueueBench.await()
                    .until(() ->
                            numbers(restarted).size() == 2 && numbers(other).size() == 2);
            Set<String> its = numbers(restarted);
            Set<String> others = numbers(other);
            assertThat(restarted.drain().toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .isEqualTo(ProofQueue.End.FINISHED);
            assertThat(numbers(other)).isEqualTo(others);
            ProofQueue again = bench.startWorker("w1", ScriptedProver.instant(), settings);
            QueueBench.await().untilAsserted(() -> {
                assertThat(numbers(other)).as("the other worker's").isEqualTo(others);
                assertThat(numbers(again)).isEqualTo(its);
            });
            List<String> ids = RebalanceIT.onePerPartition();
            ids.forEach(bench::submit);
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(ProofResult::getJobId)
                            .containsExactlyInAnyOrderElementsOf(ids));
        }
    }

    private static Set<String> numbers(ProofQueue queue) {
        Set<String> numbers = new TreeSet<>();
        queue.status().partitions().forEach(partition -> numbers.add("number " + partition.partition()));
        return numbers;
    }

    private static QueueSettings asStatic(QueueSettings settings) {
        QueueSettings.Membership own = settings.membership();
        return settings.withMembership(new QueueSettings.Membership(
                own.protocol(), true, own.rebalanceBudget(), own.drainBudget(), own.cancelGrace()));
    }
}
