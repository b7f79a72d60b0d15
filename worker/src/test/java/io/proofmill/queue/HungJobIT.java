package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.ProofResult;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A prover that does not hear that it should stop. */
@OnTestBroker
class HungJobIT {
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = QueueBench.brokerWithShortSessions();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** Pain 3: after the drain's budget the job is handed back; what its prover still brings must not be seen. */
    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void the_late_result_of_a_job_that_was_handed_back_never_appears(GroupProtocol protocol) throws Exception {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), protocol, 1)) {
            DeafProver deaf = new DeafProver();
            ProofQueue first = bench.startWorker("deaf", deaf);
            bench.submit("job");
            DeafProver.Run run = deaf.runs.poll(30, TimeUnit.SECONDS);
            CompletableFuture<ProofQueue.End> ended = first.drain().toCompletableFuture();
            QueueBench.await().until(() -> run.cancellation().requested());
            ScriptedProver heir = ScriptedProver.instant();
            bench.startWorker("heir", heir);
            QueueBench.await().until(() -> heir.startsOf("job") == 1);
            run.outcome().complete(ScriptedProver.proofOf(run.job()));
            assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo(ProofQueue.End.HANDED_BACK);
            bench.submit("next");
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(
                                    ProofResult::getJobId,
                                    result -> result.getWorker().getInstance())
                            .containsExactly(tuple("job", "heir"), tuple("next", "heir")));
            assertThat(bench.deadLetters()).isEmpty();
        }
    }

    /** Hands its runs to the test and stops for nobody. */
    private static final class DeafProver implements JobHandler {
        private record Run(Job job, Cancellation cancellation, CompletableFuture<Outcome> outcome) {}

        private final BlockingQueue<Run> runs = new LinkedBlockingQueue<>();

        @Override
        public Optional<Permit> tryAdmit(Job job) {
            return Optional.of(() -> {});
        }

        @Override
        public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
            Run run = new Run(job, cancellation, new CompletableFuture<>());
            runs.add(run);
            return run.outcome();
        }
    }
}
