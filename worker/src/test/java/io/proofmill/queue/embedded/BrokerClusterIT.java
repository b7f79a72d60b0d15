package io.proofmill.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerClusterIT {
    private static final TopicPartition PARTITION = new TopicPartition("kept", 0);

    @TempDir
    private Path folder;

    @Test
    void a_killed_broker_comes_back_with_what_it_acknowledged() throws Exception {
        try (BrokerCluster cluster = BrokerCluster.start(1, folder, Map.of())) {
            createTopic(cluster, 1);
            send(cluster, "before");
            BrokerProcess broker = cluster.brokers().getFirst();
            broker.kill();
            assertThat(broker.isAlive()).isFalse();
            broker.start();
            cluster.awaitAll();
            send(cluster, "after");
            assertThat(values(cluster, 2)).containsExactly("before", "after");
        }
    }

    @Test
    @Tag("slow")
    void three_brokers_go_on_when_one_is_killed() throws Exception {
        try (BrokerCluster cluster = BrokerCluster.start(3, folder, Map.of())) {
            createTopic(cluster, 3);
            send(cluster, "before");
            cluster.brokers().getFirst().kill();
            send(cluster, "without it");
            cluster.brokers().getFirst().start();
            cluster.awaitAll();
            assertThat(values(cluster, 2)).containsExactly("before", "without it");
        }
    }

    private static void createTopic(BrokerCluster cluster, int replicas) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) replicas)))
                    .all()
                    .get();
        }
    }

    private static void send(BrokerCluster cluster, String value) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(PARTITION.topic(), value)).get();
        }
    }

    private static List<String> values(BrokerCluster cluster, int count) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", cluster.bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (values.size() < count && System.nanoTime() < end) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
                    values.add(record.value());
                }
            }
        }
        return values;
    }
}
