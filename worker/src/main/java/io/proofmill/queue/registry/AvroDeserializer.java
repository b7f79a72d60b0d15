package io.proofmill.queue.registry;

import io.proofmill.schemas.TrustedContracts;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * Framed bytes to a generated record. The writer's schema comes from the registry by the id in the frame; fields are matched to the reader's schema by
 * Avro's rules of schema resolution.
 *
 * <p>It works on bytes that were consumed already. It is not a Kafka Deserializer on purpose: one that throws inside {@code poll} stops the partition at
 * the bad record for ever.
 *
 * @param <T> generated class to read into
 */
public final class AvroDeserializer<T extends SpecificRecord> {
    static {
        TrustedContracts.install();
    }

    private final SchemaRegistry registry;
    private final Class<T> type;
    private final SpecificData model;
    private final Schema readerSchema;

    /** @param registry where writers' schemas are found; a {@link CachingRegistry}, unless every record may cost a request */
    public AvroDeserializer(SchemaRegistry registry, Class<T> type) {
        this.registry = registry;
        this.type = type;
        this.model = SpecificData.getForClass(type);
        this.readerSchema = model.getSchema(type);
    }

    /**
     * Decodes one value.
     *
     * @throws UndecodableRecordException when the bytes are not such a value: no frame, unknown schema id, a schema of another record, broken or surplus bytes
     * @throws RegistryUnavailableException when the writer's schema could not be fetched
     */
    public T deserialize(byte[] framed) {
        if (framed == null) {
            throw new UndecodableRecordException("value: expected a " + type.getSimpleName() + ", found none");
        }
        int id = WireFormat.schemaId(framed);
        Schema writerSchema = writerSchema(id);
        BinaryDecoder decoder = DecoderFactory.get()
                .binaryDecoder(framed, WireFormat.HEADER_BYTES, framed.length - WireFormat.HEADER_BYTES, null);
        T value;
        boolean surplus;
        try {
            value = new SpecificDatumReader<T>(writerSchema, readerSchema, model).read(null, decoder);
            surplus = !decoder.isEnd();
        } catch (IOException | RuntimeException e) { // Avro meets broken bytes with many types of exception
            throw new UndecodableRecordException(
                    "value: expected a %s written with schema id %d, found bytes that do not decode (%s)"
                            .formatted(type.getSimpleName(), id, e),
                    e);
        }
        if (surplus) {
            throw new UndecodableRecordException(
                    "value: expected a %s written with schema id %d, found surplus bytes after it"
                            .formatted(type.getSimpleName(), id));
        }
        return value;
    }

    private Schema writerSchema(int id) {
        try {
            return registry.byId(id);
        } catch (RegistryRefusedException e) {
            throw new UndecodableRecordException(
                    "value: expected a registered schema, found schema id %d (%s)".formatted(id, e.getMessage()), e);
        }
    }
}
