package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.ControlAction;
import io.proofmill.schemas.ControlCommand;
import io.proofmill.schemas.DeadLetter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers in processes of their own, killed with SIGKILL. Side by side, since these tests wait for timeouts most of the time; each has its topics and its group. */
@OnTestBroker
class WorkerDeathIT {
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = QueueBench.brokerWithShortSessions();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    @Execution(ExecutionMode.CONCURRENT)
    void a_job_whose_worker_is_killed_between_proving_and_publishing_is_proved_and_visible_once(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            bench.submit("job");
            try (WorkerProcess victim =
                    WorkerProcess.start(bench, protocol, "victim", WorkerProcess.StopAt.PUBLISHING)) {
                victim.awaitStop();
                assertThat(bench.results()).isEmpty();
                victim.kill();
            }
            ScriptedProver prover = ScriptedProver.instant();
            bench.startWorker("heir", prover);
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .singleElement()
                            .satisfies(result -> {
                                assertThat(result.getJobId()).isEqualTo("job");
                                assertThat(result.getAttempt()).isEqualTo(2);
                                assertThat(result.getWorker().getInstance()).isEqualTo("heir");
                            }));
            assertThat(prover.startsOf("job")).isEqualTo(1);
            assertThat(bench.deadLetters()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    @Execution(ExecutionMode.CONCURRENT)
    void a_job_that_has_killed_two_workers_is_poison_and_its_letter_names_them(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            bench.submit("killer");
            for (String instance : new String[] {"first", "second"}) {
                try (WorkerProcess victim =
                        WorkerProcess.start(bench, protocol, instance, WorkerProcess.StopAt.PROVING)) {
                    victim.awaitStop();
                    QueueBench.await()
                            .untilAsserted(() -> assertThat(bench.events())
                                    .anyMatch(event -> event.getPhase().equals("proving")
                                            && event.getWorker().getInstance().equals(instance)));
                    victim.kill();
                }
            }
            ScriptedProver prover = ScriptedProver.instant();
            bench.startWorker("third", prover);
            bench.submit("harmless");
            QueueBench.await().untilAsserted(() -> {
                assertThat(bench.deadLetters()).hasSize(1);
                assertThat(bench.results()).hasSize(1);
            });
            DeadLetter letter = bench.deadLetters().getFirst();
            assertThat(letter.getReasonCode()).isEqualTo("POISON");
            assertThat(letter.getHistory())
                    .extracting(attempt -> attempt.getWorker().getInstance())
                    .containsExactly("first", "second");
            assertThat(letter.getHistory())
                    .extracting(attempt -> attempt.getWorker().getBuild())
                    .containsExactly("build-first", "build-second");
            assertThat(letter.getHistory()).extracting(Attempt::getReasonCode).containsOnlyNulls();
            assertThat(letter.getHistory()).extracting(Attempt::getPhase).containsOnly("proving");
            assertThat(letter.getHistory()).extracting(Attempt::getDevice).containsOnly("device-0");
            assertThat(prover.startsOf("killer")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    @Execution(ExecutionMode.CONCURRENT)
    void a_job_at_one_worker_that_was_stalled_and_at_one_that_was_killed_is_no_poison(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            bench.submit("job");
            try (WorkerProcess stalled =
                    WorkerProcess.start(bench, protocol, "stalled", WorkerProcess.StopAt.PROVING)) {
                stalled.awaitStop();
                stalled.pause();
                try (WorkerProcess killed =
                        WorkerProcess.start(bench, protocol, "killed", WorkerProcess.StopAt.PROVING)) {
                    killed.awaitStop();
                    stalled.resume();
                    QueueBench.await().until(() -> survivorsIn(bench).contains("stalled"));
                    stalled.kill();
                }
            }
            bench.startWorker("third", ScriptedProver.instant());
            QueueBench.await().untilAsserted(() -> assertThat(bench.results()).hasSize(1));
            assertThat(bench.deadLetters()).isEmpty();
        }
    }

    /** An operator who is in a hurry condemns no job. */
    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    @Execution(ExecutionMode.CONCURRENT)
    void a_job_at_two_workers_that_were_ended_at_once_is_no_poison(GroupProtocol protocol) throws Exception {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            bench.submit("job");
            for (String instance : new String[] {"first", "second"}) {
                ScriptedProver prover = ScriptedProver.steered();
                ProofQueue queue = bench.startWorker(instance, prover);
                assertThat(prover.runs.poll(60, TimeUnit.SECONDS)).isNotNull();
                queue.stopNow().toCompletableFuture().get(20, TimeUnit.SECONDS);
                assertThat(survivorsIn(bench)).contains(instance);
            }
            bench.startWorker("third", ScriptedProver.instant());
            QueueBench.await().untilAsserted(() -> assertThat(bench.results()).hasSize(1));
            assertThat(bench.deadLetters()).isEmpty();
        }
    }

    private static List<String> survivorsIn(QueueBench bench) {
        List<String> survivors = new ArrayList<>();
        try (TopicReader<ControlCommand> reader = TopicReader.open(
                bench.settings,
                bench.registry,
                "reader",
                bench.settings.topics().control(),
                ControlCommand.class)) {
            reader.readToEnd((at, command) -> {
                if (command.getAction() == ControlAction.SURVIVED) {
                    survivors.add(command.getRequestedBy());
                }
            });
        }
        return survivors;
    }
}
