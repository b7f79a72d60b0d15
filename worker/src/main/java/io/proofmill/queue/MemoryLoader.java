package io.proofmill.queue;

import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.ProofResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the jobs topic: the memory of a whole partition at assignment, the result of one job when it is to be announced again.
 *
 * <p>When the earlier owner left a transaction open, reading waits for its end, since it may hold the outcome of a job that would otherwise be proved a second time.
 */
final class MemoryLoader {
    private final PartitionReader reader;
    private final RecordCodec codec;
    private final String topic;
    private final Duration retention;
    private final InstantSource clock;

    MemoryLoader(PartitionReader reader, RecordCodec codec, String topic, Duration retention, InstantSource clock) {
        this.reader = reader;
        this.codec = codec;
        this.topic = topic;
        this.retention = retention;
        this.clock = clock;
    }

    /** Everything that is remembered of the partition number's job ids. */
    JobMemory load(int partition) throws InterruptedException, ExecutionException, TimeoutException {
        JobMemory memory = new JobMemory(retention, clock);
        long end = reader.read(new TopicPartition(topic, partition), 0, record -> {
            if (record.key() == null) {
                return false; // not one of ours, and it says nothing of any job
            }
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
        reader.read(new TopicPartition(topic, partition), from, record -> {
            if (record.value() != null && Arrays.equals(record.key(), key)) {
                ProofResult result =
                        codec.decode(record.value(), JobRecord.class).getResult();
                found[0] = result == null ? found[0] : result;
            }
            return found[0] != null;
        });
        return Optional.ofNullable(found[0]);
    }
}
