package io.proofmill.queue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record to be sent.
 *
 * @param partition where it must go; empty: by its key
 * @param key the job id, or the raw key of an undecodable request; may be null
 * @param value what is sent
 */
record Outgoing(String topic, OptionalInt partition, ByteBuffer key, SpecificRecord value) {
    static Outgoing byKey(String topic, ByteBuffer key, SpecificRecord value) {
        return new Outgoing(topic, OptionalInt.empty(), key, value);
    }

    static Outgoing toPartition(String topic, int partition, ByteBuffer key, SpecificRecord value) {
        return new Outgoing(topic, OptionalInt.of(partition), key, value);
    }

    static ByteBuffer keyOf(String jobId) {
        return ByteBuffer.wrap(jobId.getBytes(StandardCharsets.UTF_8));
    }

    ProducerRecord<byte[], byte[]> encoded(RecordCodec codec) {
        Integer number = partition.isPresent() ? partition.getAsInt() : null;
        return new ProducerRecord<>(topic, number, RawRecord.unwrap(key), codec.encode(topic, value));
    }
}
