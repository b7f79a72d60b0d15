package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@OnTestBroker
class ProofQueueIT {
    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void twenty_jobs_are_proved_once_each(GroupProtocol protocol) {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            ScriptedProver prover = ScriptedProver.instant();
            bench.startWorker("w1", prover);
            List<String> ids = IntStream.range(0, 20).mapToObj(i -> "job-" + i).toList();
            ids.forEach(bench::submit);
            QueueBench.await().untilAsserted(() -> assertThat(bench.results()).hasSizeGreaterThanOrEqualTo(20));
            assertThat(bench.results()).extracting(ProofResult::getJobId).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(prover.starts)
                    .hasSize(20)
                    .allSatisfy((id, count) -> assertThat(count).hasValue(1));
            assertThat(bench.events())
                    .filteredOn(e -> e.getPhase().equals("published"))
                    .extracting(ProofEvent::getJobId)
                    .containsExactlyInAnyOrderElementsOf(ids);
            assertThat(prover.permitsOut).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void an_undecodable_record_goes_to_the_dead_letters_with_its_bytes_and_the_next_job_runs(GroupProtocol protocol) {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            bench.startWorker("w1", ScriptedProver.instant());
            byte[] rubbish = "no avro at all".getBytes(StandardCharsets.UTF_8);
            bench.producer
                    .send(new ProducerRecord<>(
                            bench.settings.topics().requests(), 0, "k".getBytes(StandardCharsets.UTF_8), rubbish))
                    .toCompletableFuture()
                    .join();
            bench.submit("good");
            QueueBench.await().untilAsserted(() -> {
                assertThat(bench.results()).extracting(ProofResult::getJobId).containsExactly("good");
                assertThat(bench.deadLetters()).hasSize(1);
            });
            DeadLetter letter = bench.deadLetters().getFirst();
            assertThat(letter.getReasonCode()).isEqualTo("INVALID_REQUEST");
            assertThat(letter.getValue().array()).isEqualTo(rubbish);
        }
    }

    /** A client that held records of paused partitions used to look at them for ever: a core less for the prover. */
    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void a_worker_with_more_queued_than_it_takes_leaves_the_processor_to_its_provers(GroupProtocol protocol)
            throws Exception {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            ScriptedProver prover = ScriptedProver.steered();
            IntStream.range(0, 200).mapToObj(i -> "job-" + i).forEach(bench::submit);
            Set<Long> before = pollThreads();
            bench.startWorker("w1", prover, QueueBench.running(bench.settings, 1, 2));
            QueueBench.await().until(() -> prover.runs.size() == 1);
            Set<Long> ours = new HashSet<>(pollThreads());
            ours.removeAll(before);
            assertThat(ours).hasSize(1);
            long poll = ours.iterator().next();
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long cpu = threads.getThreadCpuTime(poll);
            Thread.sleep(Duration.ofSeconds(2));
            assertThat(Duration.ofNanos(threads.getThreadCpuTime(poll) - cpu)).isLessThan(Duration.ofMillis(300));
        }
    }

    private static Set<Long> pollThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("proofmill-poll"))
                .map(Thread::threadId)
                .collect(Collectors.toSet());
    }

    @Test
    void the_trace_context_of_a_request_goes_on_with_its_result_and_its_events() {
        String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            ScriptedProver prover = ScriptedProver.instant();
            bench.startWorker("w1", prover);
            TopicNames topics = bench.settings.topics();
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                    topics.requests(),
                    "traced".getBytes(StandardCharsets.UTF_8),
                    new RecordCodec(bench.registry, true).encode(topics.requests(), QueueBench.request("traced")));
            record.headers().add("traceparent", parent.getBytes(StandardCharsets.US_ASCII));
            bench.producer.send(record).toCompletableFuture().join();
            QueueBench.await().untilAsserted(() -> assertThat(bench.results()).hasSize(1));
            for (String topic : List.of(topics.results(), topics.events())) {
                assertThat(bench.raw(topic))
                        .as(topic)
                        .isNotEmpty()
                        .allSatisfy(written -> assertThat(written.headers()
                                        .lastHeader("traceparent")
                                        .value())
                                .asString(StandardCharsets.US_ASCII)
                                .isEqualTo(parent));
            }
        }
    }

    @Test
    void the_span_of_an_attempt_takes_the_request_s_place_in_its_result_and_not_in_its_retry() throws Exception {
        String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        String own = "00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01";
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            ScriptedProver prover = ScriptedProver.steered();
            bench.startWorker("w1", prover);
            ProofRequest request = QueueBench.request("traced");
            request.setTraceParent(parent);
            bench.producer.submit(request).toCompletableFuture().join();
            ScriptedProver.Run first = prover.runs.poll(60, TimeUnit.SECONDS);
            first.observer().tracedAs(own);
            first.fail("DEVICE_FAULT", FailureClass.RETRYABLE);
            ScriptedProver.Run second = prover.runs.poll(60, TimeUnit.SECONDS);
            assertThat(second.job().traceParent()).contains(parent);
            second.observer().tracedAs(own);
            second.prove();
            QueueBench.await().untilAsserted(() -> assertThat(bench.results()).hasSize(1));
            TopicNames topics = bench.settings.topics();
            assertThat(traceParents(bench, topics.retries())).containsExactly(parent);
            assertThat(traceParents(bench, topics.results())).containsExactly(own);
            assertThat(traceParents(bench, topics.events()))
                    .as("the outcomes' events carry the span, those before it the request's")
                    .containsOnly(parent, own)
                    .filteredOn(own::equals)
                    .hasSize(2);
        }
    }

    private static List<String> traceParents(QueueBench bench, String topic) {
        return bench.raw(topic).stream()
                .map(record -> record.headers().lastHeader("traceparent").value())
                .map(value -> new String(value, StandardCharsets.US_ASCII))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(GroupProtocol.class)
    void a_job_that_fails_for_good_is_dead_lettered_and_one_that_may_succeed_is_tried_again(GroupProtocol protocol) {
        try (QueueBench bench = new QueueBench(broker, protocol)) {
            ScriptedProver prover = ScriptedProver.of(job -> Optional.of(
                    switch (job.id()) {
                        case "bad" -> ScriptedProver.failure("UNSATISFIED", FailureClass.PERMANENT);
                        case "flaky" ->
                            job.attempt() < 3
                                    ? ScriptedProver.failure("DEVICE_FAULT", FailureClass.RETRYABLE)
                                    : ScriptedProver.proofOf(job);
                        default -> ScriptedProver.failure("DEVICE_FAULT", FailureClass.RETRYABLE);
                    }));
            bench.startWorker("w1", prover);
            List.of("bad", "flaky", "hopeless").forEach(bench::submit);
            QueueBench.await().untilAsserted(() -> {
                assertThat(bench.deadLetters())
                        .extracting(DeadLetter::getJobId, DeadLetter::getReasonCode, DeadLetter::getAttempts)
                        .containsExactlyInAnyOrder(
                                tuple("bad", "UNSATISFIED", 1), tuple("hopeless", "DEVICE_FAULT", 3));
                assertThat(bench.results())
                        .extracting(ProofResult::getJobId, ProofResult::getAttempt)
                        .containsExactly(tuple("flaky", 3));
            });
        }
    }
}
