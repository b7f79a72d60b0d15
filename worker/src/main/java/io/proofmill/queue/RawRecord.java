package io.proofmill.queue;

import io.proofmill.schemas.RecordCoordinates;
import io.proofmill.schemas.RecordHeader;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A request's record as it first stood in its topic, byte for byte: what a dead letter keeps and a replay sends again.
 *
 * @param key may be null
 * @param value may be null
 */
record RawRecord(RecordCoordinates source, ByteBuffer key, ByteBuffer value, List<RecordHeader> headers) {
    RawRecord {
        headers = List.copyOf(headers);
    }

    static RawRecord of(ConsumerRecord<byte[], byte[]> record) {
        return new RawRecord(coordinatesOf(record), wrap(record.key()), wrap(record.value()), headersOf(record));
    }

    static RecordCoordinates coordinatesOf(ConsumerRecord<byte[], byte[]> record) {
        return RecordCoordinates.newBuilder()
                .setTopic(record.topic())
                .setPartition(record.partition())
                .setOffset(record.offset())
                .setTimestamp(Instant.ofEpochMilli(Math.max(0, record.timestamp())))
                .build();
    }

    /** Length of key and value together. */
    long size() {
        return (key == null ? 0 : key.remaining()) + (value == null ? 0L : value.remaining());
    }

    static ByteBuffer wrap(byte[] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }

    static byte[] unwrap(ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static List<RecordHeader> headersOf(ConsumerRecord<byte[], byte[]> record) {
        List<RecordHeader> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add(RecordHeader.newBuilder()
                    .setKey(header.key())
                    .setValue(wrap(header.value()))
                    .build());
        }
        return headers;
    }
}
