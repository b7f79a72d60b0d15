package io.proofmill.queue;

import io.proofmill.queue.registry.UndecodableRecordException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a stretch of one partition, outside any group. Undecodable records are passed over with a warning.
 *
 * <p>It reads committed records up to the high watermark as it was at the beginning, not up to the last stable offset: when a worker left a transaction open, reading waits for its end.
 */
final class PartitionReader {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionReader.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long TIMEOUT_SECONDS = 60;

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Admin admin;

    PartitionReader(Supplier<Consumer<byte[], byte[]>> consumers, Admin admin) {
        this.consumers = consumers;
        this.admin = admin;
    }

    /**
     * Hands over records from an offset on, until the predicate says that it is enough.
     *
     * @return the offset up to which everything was read
     */
    long read(TopicPartition name, long from, Predicate<ConsumerRecord<byte[], byte[]>> isEnough)
            throws InterruptedException, ExecutionException, TimeoutException {
        long start = Math.max(from, offset(name, OffsetSpec.earliest()));
        long end = offset(name, OffsetSpec.latest());
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            consumer.assign(List.of(name));
            consumer.seek(name, start);
            while (consumer.position(name) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (isEnough(record, isEnough)) {
                        return record.offset() + 1;
                    }
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }
        return end;
    }

    /** An offset as the brokers know it; -1 when no record is so young. */
    long offset(TopicPartition name, OffsetSpec spec)
            throws InterruptedException, ExecutionException, TimeoutException {
        return admin.listOffsets(Map.of(name, spec))
                .partitionResult(name)
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .offset();
    }

    /** How many partitions a topic has. */
    int partitions(String topic) throws InterruptedException, ExecutionException, TimeoutException {
        return admin.describeTopics(List.of(topic))
                .topicNameValues()
                .get(topic)
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .partitions()
                .size();
    }

    private static boolean isEnough(
            ConsumerRecord<byte[], byte[]> record, Predicate<ConsumerRecord<byte[], byte[]>> predicate) {
        try {
            return predicate.test(record);
        } catch (UndecodableRecordException e) {
            LOG.warn(
                    "{}-{} offset {} was passed over: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e.getMessage());
            return false;
        }
    }
}
