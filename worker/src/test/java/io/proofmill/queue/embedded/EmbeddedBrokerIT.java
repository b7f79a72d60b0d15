package io.proofmill.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedBrokerIT {
    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void a_committed_transaction_is_read_by_a_group_of_either_protocol_and_an_aborted_one_is_not(String protocol)
            throws Exception {
        String topic = "smoke-" + protocol;
        createTopic(broker, topic);
        try (KafkaProducer<String, String> producer = transactionalProducer("tx-" + protocol)) {
            producer.beginTransaction();
            send(producer, topic, "aborted");
            producer.abortTransaction();
            producer.beginTransaction();
            send(producer, topic, "committed");
            producer.commitTransaction();
        }
        try (KafkaConsumer<String, String> consumer = consumer(broker, protocol)) {
            consumer.subscribe(List.of(topic));
            assertThat(poll(consumer, 1)).extracting(ConsumerRecord::value).containsExactly("committed");
        }
    }

    @Test
    void offsets_can_be_part_of_a_transaction() throws Exception {
        createTopic(broker, "offsets");
        TopicPartition partition = new TopicPartition("offsets", 0);
        try (KafkaConsumer<String, String> consumer = consumer(broker, "consumer");
                KafkaProducer<String, String> producer = transactionalProducer("tx-offsets")) {
            producer.beginTransaction();
            send(producer, "offsets", "one");
            producer.commitTransaction();
            consumer.subscribe(List.of("offsets"));
            poll(consumer, 1);
            producer.beginTransaction();
            producer.sendOffsetsToTransaction(
                    Map.of(partition, new OffsetAndMetadata(1, "metadata")), consumer.groupMetadata());
            producer.commitTransaction();
            assertThat(consumer.committed(Set.of(partition)).get(partition).metadata())
                    .isEqualTo("metadata");
        }
    }

    @Test
    void a_kept_log_folder_brings_its_topics_back(@TempDir Path folder) throws Exception {
        EmbeddedBroker.Settings settings =
                new EmbeddedBroker.Settings(FreePort.find(), Optional.of(folder.resolve("log")), Map.of());
        try (EmbeddedBroker first = EmbeddedBroker.start(settings)) {
            createTopic(first, "kept");
        }
        try (EmbeddedBroker second = EmbeddedBroker.start(settings);
                Admin admin = admin(second)) {
            assertThat(second.bootstrapServers()).endsWith(":" + settings.port());
            assertThat(admin.listTopics().names().get()).contains("kept");
        }
    }

    private static void createTopic(EmbeddedBroker broker, String topic) throws Exception {
        try (Admin admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
    }

    private static Admin admin(EmbeddedBroker broker) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    private static KafkaProducer<String, String> transactionalProducer(String id) {
        KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", id),
                new StringSerializer(),
                new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    private static void send(KafkaProducer<String, String> producer, String topic, String value) throws Exception {
        producer.send(new ProducerRecord<>(topic, "job", value)).get();
    }

    private static KafkaConsumer<String, String> consumer(EmbeddedBroker broker, String protocol) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "group.id",
                        "group-" + protocol,
                        "group.protocol",
                        protocol,
                        "isolation.level",
                        "read_committed",
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        "false"),
                new StringDeserializer(),
                new StringDeserializer());
    }

    private static List<ConsumerRecord<String, String>> poll(KafkaConsumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (records.size() < count && System.nanoTime() < end) {
            consumer.poll(Duration.ofMillis(200)).forEach(records::add);
        }
        return records;
    }
}
