package io.proofmill.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Everything that stands in some topics, read from the start to the end as it is now. */
final class TopicDump {
    private static final Duration POLL = Duration.ofMillis(200);

    /** What a reader gets to see. */
    enum Isolation {
        READ_COMMITTED,
        READ_UNCOMMITTED;

        private String setting() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private TopicDump() {}

    /**
     * Reads to the ends of the logs, also when committed records only are wanted: a transaction that is still open is waited for.
     *
     * @throws TimeoutException when the ends are not reached within the patience: a transaction that nobody ends holds the readers up
     */
    static List<ConsumerRecord<byte[], byte[]>> read(
            String bootstrapServers, List<String> topics, Isolation isolation, Duration patience) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        Map<TopicPartition, Long> ends = ends(bootstrapServers, topics);
        long deadline = System.nanoTime() + patience.toNanos();
        try (Consumer<byte[], byte[]> consumer = open(bootstrapServers, isolation)) {
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(records::add);
                if (deadline - System.nanoTime() < 0) {
                    throw new TimeoutException("the ends of %s were not reached within %s".formatted(topics, patience));
                }
            }
        }
        return records;
    }

    private static Map<TopicPartition, Long> ends(String bootstrapServers, List<String> topics) {
        try (Consumer<byte[], byte[]> consumer = open(bootstrapServers, Isolation.READ_UNCOMMITTED)) {
            List<TopicPartition> partitions = topics.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            return new HashMap<>(consumer.endOffsets(partitions));
        }
    }

    private static Consumer<byte[], byte[]> open(String bootstrapServers, Isolation isolation) {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", isolation.setting()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
