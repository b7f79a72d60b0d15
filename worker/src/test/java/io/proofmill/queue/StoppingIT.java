package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Jobs that are stopped before they are done: by an operator, by their deadline, by the end of their worker. Side by side, since these tests wait for timeouts most of the time; each has its topics and its group. */
@OnTestBroker
class StoppingIT {
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** Pain 25: what somebody needs first must not wait for what nobody wants any more. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void cancel_reaches_a_queued_job_and_a_running_one() throws Exception {
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            ScriptedProver prover = ScriptedProver.steered();
            bench.startWorker("w1", prover, oneAtATime(bench.settings));
            bench.submit("running");
            ScriptedProver.Run run = prover.runs.poll(30, TimeUnit.SECONDS);
            bench.submit("queued");
            cancel(bench, "queued");
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.deadLetters())
                            .extracting(DeadLetter::getJobId, DeadLetter::getReasonCode, DeadLetter::getAttempts)
                            .containsExactly(tuple("queued", "CANCELLED", 0)));
            assertThat(run.cancellation().requested()).isFalse();

            cancel(bench, "running");
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.deadLetters())
                            .filteredOn(letter -> letter.getJobId().equals("running"))
                            .singleElement()
                            .satisfies(letter -> {
                                assertThat(letter.getReasonCode()).isEqualTo("CANCELLED");
                                assertThat(letter.getMessage()).isEqualTo("cancelled by tester: no longer wanted");
                            }));
            assertThat(run.cancellation().requested()).isTrue();
            assertThat(prover.startsOf("queued")).isZero();
            assertThat(prover.permitsOut).hasValue(0);
            assertThat(bench.results()).isEmpty();
        }
    }

    /** Pain 3: a drain with a fixed time repeats jobs. Pain 15: polling goes on until the last commit. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_drain_lets_a_job_finish_and_hands_back_the_rest_within_the_budget() throws Exception {
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            ScriptedProver leaving = ScriptedProver.steered();
            Duration budget = Duration.ofSeconds(3);
            ProofQueue first = bench.startWorker("leaving", leaving, withDrainBudget(bench.settings, budget));
            bench.submit("quick");
            bench.submit("endless");
            ScriptedProver.Run one = leaving.runs.poll(30, TimeUnit.SECONDS);
            ScriptedProver.Run two = leaving.runs.poll(30, TimeUnit.SECONDS);
            ScriptedProver.Run quick = one.job().id().equals("quick") ? one : two;
            bench.submit("late");

            long start = System.nanoTime();
            var ended = first.drain().toCompletableFuture();
            quick.prove();
            assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo(ProofQueue.End.HANDED_BACK);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            assertThat(took).isGreaterThanOrEqualTo(budget).isLessThan(budget.plusSeconds(10));
            assertThat(leaving.startsOf("late")).isZero();
            assertThat(leaving.permitsOut).hasValue(0);
            assertThat(bench.results()).extracting(ProofResult::getJobId).containsExactly("quick");

            bench.startWorker("heir", ScriptedProver.instant());
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(
                                    ProofResult::getJobId,
                                    result -> result.getWorker().getInstance())
                            .containsExactlyInAnyOrder(
                                    tuple("quick", "leaving"), tuple("endless", "heir"), tuple("late", "heir")));
            assertThat(bench.deadLetters()).isEmpty();
        }
    }

    /** Pain 14: scaling down must not kill running work. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_drain_ends_as_soon_as_the_running_job_is_published() throws Exception {
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            ScriptedProver prover = ScriptedProver.steered();
            ProofQueue queue = bench.startWorker("w1", prover, withDrainBudget(bench.settings, Duration.ofMinutes(10)));
            bench.submit("job");
            ScriptedProver.Run run = prover.runs.poll(30, TimeUnit.SECONDS);
            var ended = queue.drain().toCompletableFuture();
            run.prove();
            assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo(ProofQueue.End.FINISHED);
            assertThat(bench.results()).extracting(ProofResult::getJobId).containsExactly("job");
        }
    }

    /** Pain 10: a fault in any stage ends in an outcome. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_deadline_that_has_passed_is_dead_lettered_without_a_start_and_one_that_passes_stops_the_job()
            throws Exception {
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            ScriptedProver prover = ScriptedProver.steered();
            bench.startWorker("w1", prover);
            ProofRequest past = QueueBench.request("past");
            past.setDeadline(Instant.now().minusSeconds(1));
            bench.submit(past);
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.deadLetters())
                            .extracting(DeadLetter::getJobId, DeadLetter::getReasonCode, DeadLetter::getAttempts)
                            .containsExactly(tuple("past", "DEADLINE_EXCEEDED", 0)));

            ProofRequest soon = QueueBench.request("soon");
            soon.setDeadline(Instant.now().plusSeconds(3));
            bench.submit(soon);
            ScriptedProver.Run run = prover.runs.poll(30, TimeUnit.SECONDS);
            assertThat(run).as("starts within three seconds").isNotNull();
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.deadLetters())
                            .extracting(DeadLetter::getJobId, DeadLetter::getReasonCode, DeadLetter::getAttempts)
                            .contains(tuple("soon", "DEADLINE_EXCEEDED", 1)));
            assertThat(run.cancellation().requested()).isTrue();
            assertThat(prover.startsOf("past")).isZero();
            assertThat(bench.results()).isEmpty();
        }
    }

    private static void cancel(QueueBench bench, String jobId) {
        bench.producer
                .cancel(jobId, "tester", "no longer wanted")
                .toCompletableFuture()
                .join();
    }

    private static QueueSettings oneAtATime(QueueSettings settings) {
        QueueSettings.Intake intake = settings.intake();
        return settings.withIntake(new QueueSettings.Intake(1, intake.bufferedJobs(), intake.bufferedBytes()));
    }

    private static QueueSettings withDrainBudget(QueueSettings settings, Duration budget) {
        QueueSettings.Membership own = settings.membership();
        return settings.withMembership(new QueueSettings.Membership(
                own.protocol(), own.isStatic(), own.rebalanceBudget(), budget, own.cancelGrace()));
    }
}
