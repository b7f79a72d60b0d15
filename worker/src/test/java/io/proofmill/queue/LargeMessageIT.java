package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A request that just fits its topic. */
@OnTestBroker
class LargeMessageIT {
    /** Room for the rest of the request and for the record around it. */
    private static final int MARGIN = 1 << 10;

    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    /** Pain 12: what fits the request topic fits the retries and the dead letters too, whatever the compression makes of it. */
    @Test
    void a_request_near_the_limit_survives_a_retry_a_dead_letter_and_a_replay() {
        byte[] bytes = new byte[TopicPlan.REQUEST_BYTES - MARGIN];
        new Random(5).nextBytes(bytes); // zstd cannot make it smaller
        AtomicBoolean mended = new AtomicBoolean();
        ScriptedProver prover = ScriptedProver.of(job -> Optional.of(
                mended.get()
                        ? ScriptedProver.proofOf(job)
                        : job.attempt() == 1
                                ? ScriptedProver.failure("DEVICE_FAULT", FailureClass.RETRYABLE)
                                : ScriptedProver.failure("UNSATISFIED", FailureClass.PERMANENT)));
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            bench.startWorker("w1", prover);
            bench.submit(request(bytes));
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.deadLetters()).hasSize(1));
            ConsumerRecord<byte[], byte[]> sent =
                    bench.raw(bench.settings.topics().requests(Priority.NORMAL)).getFirst();
            DeadLetter letter = bench.deadLetters().getFirst();
            assertThat(letter.getReasonCode()).isEqualTo("UNSATISFIED");
            assertThat(letter.getAttempts()).isEqualTo(2);
            assertThat(RawRecord.unwrap(letter.getValue())).isEqualTo(sent.value());
            mended.set(true);
            replay(bench);
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(ProofResult::getJobId)
                            .containsExactly("large"));
        }
    }

    private static void replay(QueueBench bench) {
        List<LocatedLetter> letters = new ArrayList<>();
        try (TopicReader<DeadLetter> reader = TopicReader.deadLetters(bench.settings, bench.registry, "replay")) {
            reader.readToEnd((at, letter) -> letters.add(new LocatedLetter(at, letter)));
        }
        new Replayer(bench.producer, bench.registry, true, bench.settings.topics(), Clock.systemUTC(), "tester")
                .replay(letters.getFirst(), ReplayOverrides.NONE)
                .toCompletableFuture()
                .join();
    }

    private static ProofRequest request(byte[] bytes) {
        ProofRequest request = QueueBench.request("large");
        request.setPayloads(List.of(Payload.newBuilder()
                .setKind(PayloadKind.WITNESS)
                .setInline(ByteBuffer.wrap(bytes))
                .build()));
        return request;
    }
}
