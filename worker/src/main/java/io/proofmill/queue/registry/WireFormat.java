package io.proofmill.queue.registry;

import java.nio.ByteBuffer;

/**
 * Confluent's framing of a value: one zero byte, the schema id as a big-endian int, then the Avro binary encoding.
 */
public final class WireFormat {
    /** First byte of every framed value. */
    public static final byte MAGIC = 0;

    /** Bytes before the value itself. */
    public static final int HEADER_BYTES = 5;

    private WireFormat() {}

    /** The schema id in the header. {@link UndecodableRecordException} when the bytes do not start with one. */
    public static int schemaId(byte[] framed) {
        if (framed.length < HEADER_BYTES) {
            throw new UndecodableRecordException("value: expected a %d-byte schema header, found %d byte(s) in all"
                    .formatted(HEADER_BYTES, framed.length));
        }
        if (framed[0] != MAGIC) {
            throw new UndecodableRecordException(
                    "value: expected the first byte 0x00 of a schema header, found 0x%02x".formatted(framed[0]));
        }
        return ByteBuffer.wrap(framed, 1, Integer.BYTES).getInt();
    }

    /** The header for a schema id, {@value #HEADER_BYTES} bytes. */
    public static byte[] header(int schemaId) {
        return ByteBuffer.allocate(HEADER_BYTES).put(MAGIC).putInt(schemaId).array();
    }
}
