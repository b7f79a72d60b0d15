package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.CommittedOffsets.Standing;
import io.proofmill.queue.OutcomePublisher.Verdict;
import io.proofmill.queue.registry.RegistryRefusedException;
import io.proofmill.schemas.ProofEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class OutcomePublisherTest {
    private static final TopicPartition PARTITION = new TopicPartition("proof.requests", 0);
    private static final ConsumerGroupMetadata GROUP = new MockConsumer<byte[], byte[]>("earliest").groupMetadata();
    private static final CommitPoint POINT = new CommitPoint(7, "");

    private final RefusingRegistry registry = new RefusingRegistry();
    private final Troubles troubles = new Troubles(Clock.systemUTC());
    private final List<MockProducer<byte[], byte[]>> producers = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private final List<String> troublesSeen = new ArrayList<>();
    private CommitPoint committed;

    @Test
    void records_and_offsets_become_visible_in_one_transaction() throws Exception {
        OutcomePublisher publisher = publisher();
        assertThat(publisher.publish(publication())).isEqualTo(Verdict.COMMITTED);
        assertThat(producers).hasSize(1);
        assertThat(producers.getFirst().history()).hasSize(1);
        assertThat(producers.getFirst().consumerGroupOffsetsHistory().getFirst().get(GROUP.groupId()))
                .containsKey(PARTITION);
        assertThat(waits).isEmpty();
    }

    @Test
    void a_refused_generation_aborts_and_is_decided_anew_without_a_wait() throws Exception {
        OutcomePublisher publisher = publisher();
        publisher.open();
        producers.getFirst().sendOffsetsToTransactionException = new CommitFailedException("generation");
        assertThat(publisher.publish(publication())).isEqualTo(Verdict.ABORTED);
        assertThat(producers.getFirst().history()).isEmpty();
        assertThat(waits).isEmpty();
        producers.getFirst().sendOffsetsToTransactionException = null;
        assertThat(publisher.publish(publication())).isEqualTo(Verdict.COMMITTED);
    }

    @Test
    void a_generation_that_is_refused_again_and_again_is_waited_for_a_second_at_most() throws Exception {
        OutcomePublisher publisher = publisher();
        publisher.open();
        producers.getFirst().sendOffsetsToTransactionException = new CommitFailedException("generation");
        for (int i = 0; i < 12; i++) {
            assertThat(publisher.publish(publication())).isEqualTo(Verdict.ABORTED);
        }
        assertThat(waits).hasSize(11).allMatch(wait -> wait.compareTo(Duration.ofSeconds(1)) <= 0);
    }

    @Test
    void a_fenced_producer_is_replaced_and_no_offset_goes_without_its_result() throws Exception {
        OutcomePublisher publisher = publisher();
        publisher.open();
        producers.getFirst().fenceProducer();
        assertThat(publisher.publish(publication())).isEqualTo(Verdict.ABORTED);
        assertThat(producers.getFirst().consumerGroupOffsetsHistory()).isEmpty();
        assertThat(waits).hasSize(1);
        assertThat(publisher.publish(publication())).isEqualTo(Verdict.COMMITTED);
        assertThat(producers).hasSize(2);
        assertThat(troubles.all()).isEmpty();
    }

    @Test
    void a_commit_whose_end_is_unknown_is_found_committed_when_the_offsets_say_so() throws Exception {
        OutcomePublisher publisher = publisher();
        publisher.open();
        producers.getFirst().commitTransactionException = new TimeoutException("no answer");
        committed = POINT;
        assertThat(publisher.publish(publication())).isEqualTo(Verdict.COMMITTED);
        assertThat(producers).hasSize(2);
    }

    @Test
    void a_commit_whose_end_is_unknown_is_found_aborted_when_the_offsets_say_so() throws Exception {
        OutcomePublisher publisher = publisher();
        publisher.open();
        producers.getFirst().commitTransactionException = new ProducerFencedException("epoch");
        committed = new CommitPoint(6, "");
        assertThat(publisher.publish(publication())).isEqualTo(Verdict.ABORTED);
    }

    @Test
    void a_coordinator_that_does_not_answer_is_waited_for_longer_each_time() throws Exception {
        OutcomePublisher publisher = publisher(3);
        publisher.open();
        assertThat(producers).hasSize(4);
        assertThat(waits).hasSize(3).isSorted();
    }

    @Test
    void a_record_larger_than_the_brokers_take_is_reported_as_such() throws Exception {
        OutcomePublisher publisher = publisher();
        publisher.open();
        producers.getFirst().sendException = new RecordTooLargeException("17 MiB");
        assertThat(publisher.publish(publication())).isEqualTo(Verdict.TOO_LARGE);
        assertThat(producers.getFirst().consumerGroupOffsetsHistory()).isEmpty();
    }

    /** A subject that somebody has set to another contract: until he mends it nothing can be written, and nothing is given up. */
    @Test
    void a_registry_that_refuses_our_schema_is_waited_for_in_sight_of_everybody() throws Exception {
        registry.refusals = 3;
        assertThat(publisher().publish(publication())).isEqualTo(Verdict.COMMITTED);
        assertThat(waits).hasSize(3).isSorted();
        assertThat(troublesSeen).containsOnly(Reason.REGISTRY_UNAVAILABLE.name());
        assertThat(troubles.all()).isEmpty();
    }

    private static final class RefusingRegistry extends FixedRegistry {
        private int refusals;

        @Override
        public int register(String subject, Schema schema) {
            if (refusals > 0) {
                refusals--;
                throw new RegistryRefusedException(RegistryRefusedException.INCOMPATIBLE, "another contract");
            }
            return super.register(subject, schema);
        }
    }

    private void waitFor(Duration wait) {
        waits.add(wait);
        troubles.all().forEach(trouble -> troublesSeen.add(trouble.reasonCode()));
    }

    private OutcomePublisher publisher() {
        return publisher(0);
    }

    /** @param deaf how many producers' coordinators do not answer */
    private OutcomePublisher publisher(int deaf) {
        return new OutcomePublisher(
                () -> {
                    MockProducer<byte[], byte[]> producer = new MockProducer<>(
                            true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
                    if (producers.size() < deaf) {
                        producer.initTransactionException = new TimeoutException("no coordinator");
                    }
                    producers.add(producer);
                    return producer;
                },
                partitions -> CompletableFuture.completedFuture(Map.of(PARTITION, new Standing(committed, 0, 10))),
                new RecordCodec(registry, true),
                troubles,
                new Backoff(Duration.ofMillis(100), Duration.ofHours(1), new Random(1)),
                this::waitFor);
    }

    private static Publication publication() {
        ProofEvent event = ProofEvent.newBuilder()
                .setJobId("job")
                .setSequence(0)
                .setPhase("published")
                .build();
        return new Publication(
                List.of(Outgoing.byKey("proof.events", Outgoing.keyOf("job"), event)), Map.of(PARTITION, POINT), GROUP);
    }
}
