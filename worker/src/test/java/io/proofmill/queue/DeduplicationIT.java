package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@OnTestBroker
class DeduplicationIT {
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void the_same_job_again_gets_the_earlier_result_and_another_statement_is_a_conflict_even_after_a_restart() {
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            ScriptedProver first = ScriptedProver.instant();
            ProofQueue worker = bench.startWorker("w1", first);
            bench.submit("job");
            QueueBench.await().untilAsserted(() -> assertThat(bench.results()).hasSize(1));
            worker.close();

            ScriptedProver second = ScriptedProver.instant();
            bench.startWorker("w2", second);
            bench.submit("job");
            ProofRequest other = QueueBench.request("job");
            other.setCircuit("another");
            bench.submit(other);
            bench.submit("job");
            QueueBench.await().untilAsserted(() -> {
                assertThat(bench.results())
                        .extracting(ProofResult::getJobId, ProofResult::getReannounced)
                        .containsExactly(tuple("job", false), tuple("job", true), tuple("job", true));
                assertThat(bench.deadLetters())
                        .extracting(DeadLetter::getReasonCode)
                        .containsExactly("CONFLICT");
            });
            assertThat(second.starts).isEmpty();
            assertThat(first.startsOf("job")).isEqualTo(1);
        }
    }

    @Test
    void a_mended_dead_letter_replayed_twice_is_proved_once() {
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            AtomicBoolean mended = new AtomicBoolean();
            ScriptedProver prover = ScriptedProver.of(job -> Optional.of(
                    mended.get()
                            ? ScriptedProver.proofOf(job)
                            : ScriptedProver.failure("UNKNOWN_CIRCUIT", FailureClass.PERMANENT)));
            bench.startWorker("w1", prover);
            bench.submit("job");
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.deadLetters()).hasSize(1));
            mended.set(true);
            Replayer replayer = new Replayer(
                    bench.producer, bench.registry, true, bench.settings.topics(), Clock.systemUTC(), "tester");
            List<LocatedLetter> letters = new ArrayList<>();
            try (TopicReader<DeadLetter> reader = TopicReader.deadLetters(bench.settings, bench.registry, "replay")) {
                reader.readToEnd((at, letter) -> letters.add(new LocatedLetter(at, letter)));
            }
            for (int i = 0; i < 2; i++) {
                replayer.replay(letters.getFirst(), ReplayOverrides.NONE)
                        .toCompletableFuture()
                        .join();
            }
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.events())
                            .filteredOn(e -> e.getPhase().equals("duplicate"))
                            .hasSize(1));
            assertThat(bench.results()).filteredOn(r -> !r.getReannounced()).hasSize(1);
            assertThat(prover.startsOf("job")).isEqualTo(2);
        }
    }
}
