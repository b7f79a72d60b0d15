package io.proofmill.queue;

import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.queue.registry.UndecodableRecordException;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofResult;
import io.proofmill.schemas.RecordCoordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all of a topic from its start, read_committed, outside any group: results, events, dead letters. Not thread-safe.
 *
 * @param <T> what the topic carries
 */
public final class TopicReader<T extends SpecificRecord> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final RecordCodec codec;
    private final Class<T> type;
    private final String brokers;
    private final List<TopicPartition> partitions;

    private TopicReader(
            Consumer<byte[], byte[]> consumer, RecordCodec codec, String topic, Class<T> type, String brokers) {
        this.consumer = consumer;
        this.codec = codec;
        this.type = type;
        this.brokers = brokers;
        this.partitions = partitionsOf(asking(() -> consumer.partitionsFor(topic)));
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Whether the brokers knew the topic when it was opened. */
    boolean isThere() {
        return !partitions.isEmpty();
    }

    /** Goes to the first records of that moment or later, by the records' own time stamps. */
    public void seekTo(Instant moment) {
        Map<TopicPartition, Long> moments = new HashMap<>();
        partitions.forEach(partition -> moments.put(partition, moment.toEpochMilli()));
        asking(() -> consumer.offsetsForTimes(moments)).forEach((partition, found) -> {
            if (found == null) {
                consumer.seekToEnd(Set.of(partition));
            } else {
                consumer.seek(partition, found.offset());
            }
        });
    }

    public static TopicReader<ProofResult> results(QueueSettings settings, SchemaRegistry registry, String clientName) {
        return open(settings, registry, clientName, settings.topics().results(), ProofResult.class);
    }

    public static TopicReader<ProofEvent> events(QueueSettings settings, SchemaRegistry registry, String clientName) {
        return open(settings, registry, clientName, settings.topics().events(), ProofEvent.class);
    }

    public static TopicReader<DeadLetter> deadLetters(
            QueueSettings settings, SchemaRegistry registry, String clientName) {
        return open(settings, registry, clientName, settings.topics().deadLetters(), DeadLetter.class);
    }

    static <T extends SpecificRecord> TopicReader<T> open(
            QueueSettings settings, SchemaRegistry registry, String clientName, String topic, Class<T> type) {
        Map<String, Object> properties = new HashMap<>(new ClientSettings(settings, clientName).reader(topic));
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties);
        try {
            return new TopicReader<>(
                    consumer, new RecordCodec(registry, false), topic, type, settings.bootstrapServers());
        } catch (QueueException e) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            throw e;
        }
    }

    /** Waits for at most so long for more records, and hands over those that came, with where they stand. Undecodable ones are passed over with a warning. */
    public void poll(Duration wait, BiConsumer<RecordCoordinates, T> sink) {
        for (ConsumerRecord<byte[], byte[]> record : asking(() -> consumer.poll(wait))) {
            if (record.value() == null) {
                continue;
            }
            try {
                sink.accept(RawRecord.coordinatesOf(record), codec.decode(record.value(), type));
            } catch (UndecodableRecordException e) {
                LOG.warn(
                        "{}-{} offset {} was passed over: {}",
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        e.getMessage());
            }
        }
    }

    /** Reads everything that is visible now, from where the reader stands to the ends of the partitions. */
    public void readToEnd(BiConsumer<RecordCoordinates, T> sink) {
        Map<TopicPartition, Long> ends = asking(() -> consumer.endOffsets(partitions));
        while (ends.entrySet().stream()
                .anyMatch(end -> asking(() -> consumer.position(end.getKey())) < end.getValue())) {
            poll(POLL, sink);
        }
    }

    /** The one record at a place; empty when it is not there, or cannot be decoded, or does not come in time. */
    public Optional<T> at(int partition, long offset, Duration atMost) {
        TopicPartition name = new TopicPartition(partitions.getFirst().topic(), partition);
        if (!partitions.contains(name)
                || asking(() -> consumer.endOffsets(List.of(name))).get(name) <= offset) {
            return Optional.empty();
        }
        consumer.assign(List.of(name));
        consumer.seek(name, offset);
        List<T> found = new ArrayList<>();
        long deadline = System.nanoTime() + atMost.toNanos();
        while (asking(() -> consumer.position(name)) <= offset && System.nanoTime() - deadline < 0) {
            poll(POLL, (at, value) -> {
                if (at.getOffset() == offset) {
                    found.add(value);
                }
            });
        }
        return found.stream().findFirst();
    }

    /** Passes over everything that is visible now. */
    void skipToEnd() {
        consumer.endOffsets(partitions).forEach(consumer::seek);
    }

    /** Starts again from the beginning. */
    public void rewind() {
        consumer.seekToBeginning(Set.copyOf(partitions));
    }

    @Override
    public void close() {
        consumer.close();
    }

    /** What the client throws when brokers are away or refuse becomes the queue's own sentence. */
    private <R> R asking(Supplier<R> question) {
        try {
            return question.get();
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            throw new QueueException(
                    Reason.BROKER_UNAVAILABLE.name(),
                    "the brokers at %s did not answer a reader: %s".formatted(brokers, e.getMessage()),
                    e);
        }
    }

    private static List<TopicPartition> partitionsOf(List<PartitionInfo> infos) {
        return infos.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }
}
