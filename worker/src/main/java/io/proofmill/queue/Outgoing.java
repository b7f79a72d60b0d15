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
 * @param trace goes with it as headers
 */
record Outgoing(String topic, OptionalInt partition, ByteBuffer key, SpecificRecord value, TraceContext trace) {
    static Outgoing byKey(String topic, ByteBuffer key, SpecificRecord value) {
        return new Outgoing(topic, OptionalInt.empty(), key, value, TraceContext.NONE);
    }

    static Outgoing toPartition(String topic, int partition, ByteBuffer key, SpecificRecord value) {
        return new Outgoing(topic, OptionalInt.of(partition), key, value, TraceContext.NONE);
    }

    Outgoing with(TraceContext newTrace) {
        return new Outgoing(topic, partition, key, value, newTrace);
    }

    static ByteBuffer keyOf(String jobId) {
        return ByteBuffer.wrap(jobId.getBytes(StandardCharsets.UTF_8));
    }

    ProducerRecord<byte[], byte[]> encoded(RecordCodec codec) {
        Integer number = partition.isPresent() ? partition.getAsInt() : null;
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, number, RawRecord.unwrap(key), codec.encode(topic, value));
        trace.headers().forEach(header -> record.headers().add(header.getKey(), RawRecord.unwrap(header.getValue())));
        return record;
    }
}
