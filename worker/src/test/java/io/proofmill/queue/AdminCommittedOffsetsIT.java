package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.queue.embedded.EmbeddedBroker;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class AdminCommittedOffsetsIT {
    private static final TopicPartition PARTITION = new TopicPartition("requests", 0);
    private static final String GROUP = "workers";

    @Test
    void an_offset_that_an_open_transaction_moves_is_unknown_and_not_absent() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                Consumer<byte[], byte[]> member = member(broker);
                Producer<byte[], byte[]> producer = transactionalProducer(broker)) {
            admin.createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) 1)))
                    .all()
                    .get();
            AdminCommittedOffsets stable = AdminCommittedOffsets.stable(admin, GROUP);
            assertThat(committed(stable)).isNull();

            producer.initTransactions();
            producer.beginTransaction();
            producer.sendOffsetsToTransaction(Map.of(PARTITION, new OffsetAndMetadata(7, "")), member.groupMetadata());
            assertThatThrownBy(() -> committed(stable)).hasCauseInstanceOf(UnstableOffsetCommitException.class);
            assertThat(committed(AdminCommittedOffsets.passing(admin, GROUP))).isNull();

            producer.commitTransaction();
            QueueBench.await()
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(committed(stable)).isEqualTo(new CommitPoint(7, "")));
        }
    }

    private static CommitPoint committed(CommittedOffsets offsets) throws Exception {
        return offsets.standing(List.of(PARTITION))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS)
                .get(PARTITION)
                .committed();
    }

    private static Consumer<byte[], byte[]> member(EmbeddedBroker broker) {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "group.id", GROUP),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private static Producer<byte[], byte[]> transactionalProducer(EmbeddedBroker broker) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "w1"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
