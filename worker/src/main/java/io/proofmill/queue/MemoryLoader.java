package io.proofmill.queue;

import io.proofmill.queue.registry.UndecodableRecordException;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.ProofResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * Reads the jobs topic: the memory of a whole partition at assignment, the result of one job when it is to be announced again.
 *
 * <p>It reads committed records up to the high watermark as it was at the beginning, not up to the last stable offset: when the earlier owner left a transaction open, reading waits for its end,
 * since it may hold the outcome of a job that would otherwise be proved a second time.
 */
final class MemoryLoader {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryLoader.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long TIMEOUT_SECONDS = 60;

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Admin admin;
    private final RecordCodec codec;
    private final String topic;

    MemoryLoader(Supplier<Consumer<byte[], byte[]>> consumers, Admin admin, RecordCodec codec, String topic) {
        this.consumers = consumers;
        this.admin = admin;
        this.codec = codec;
        this.topic = topic;
    }

    /** Everything that is remembered of the partition number's job ids. */
    JobMemory load(int partition) throws InterruptedException, ExecutionException, TimeoutException {
        JobMemory memory = new JobMemory();
        long end = read(partition, 0, record -> {
            String jobId = new String(record.key(), StandardCharsets.UTF_8);
            if (record.value() == null) {
                memory.forget(jobId);
            } else {
                memory.remember(codec.decode(record.value(), JobRecord.class), record.offset());
            }
            return false;
        });
        memory.loadedTo(end);
        return memory;
    }

    /** The result of a job whose record stands at this offset or after it. */
    Optional<ProofResult> resultOf(int partition, long from, String jobId)
            throws InterruptedException, ExecutionException, TimeoutException {
        ProofResult[] found = new ProofResult[1];
        byte[] key = RawRecord.unwrap(Outgoing.keyOf(jobId));
        read(partition, from, record -> {
            if (record.value() != null && Arrays.equals(record.key(), key)) {
                ProofResult result =
                        codec.decode(record.value(), JobRecord.class).getResult();
                found[0] = result == null ? found[0] : result;
            }
            return found[0] != null;
        });
        return Optional.ofNullable(found[0]);
    }

    /** @return the offset up to which everything was read */
    private long read(int partition, long from, Predicate<ConsumerRecord<byte[], byte[]>> isEnough)
            throws InterruptedException, ExecutionException, TimeoutException {
        TopicPartition name = new TopicPartition(topic, partition);
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

    private long offset(TopicPartition name, OffsetSpec spec)
            throws InterruptedException, ExecutionException, TimeoutException {
        return admin.listOffsets(Map.of(name, spec))
                .partitionResult(name)
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .offset();
    }
}
