package io.proofmill.queue.registry;

import io.proofmill.schemas.TrustedContracts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;

/**
 * A generated record to framed bytes, under the subject that TopicNameStrategy names. As a Kafka serializer for values it is configured by the keys of
 * {@link RegistrySettings}; without Kafka it is made from a registry.
 *
 * <p>With automatic registration a schema is registered at its first use; without, it must be under the subject already
 * ({@link RegistryRefusedException} otherwise).
 *
 * @param <T> generated class to write; {@link SpecificRecord} when a topic carries several
 */
public final class AvroSerializer<T extends SpecificRecord> implements Serializer<T> {
    static {
        TrustedContracts.install();
    }

    private SchemaRegistry registry;
    private RegistryClient ownClient;
    private boolean autoRegister;

    /** For Kafka, which calls {@link #configure} next. */
    public AvroSerializer() {}

    /** @param registry where schemas are registered or looked up; a {@link CachingRegistry}, unless every record may cost a request */
    public AvroSerializer(SchemaRegistry registry, boolean autoRegister) {
        this.registry = registry;
        this.autoRegister = autoRegister;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        if (isKey) {
            throw new IllegalArgumentException("AvroSerializer writes values; keys are job ids and plain text");
        }
        RegistrySettings settings = RegistrySettings.from(configs);
        ownClient = new RegistryClient(settings);
        registry = new CachingRegistry(ownClient, settings);
        autoRegister = settings.autoRegister();
    }

    @Override
    public byte[] serialize(String topic, T value) {
        if (value == null) {
            return null; // a tombstone
        }
        Schema schema = value.getSchema();
        String subject = SubjectName.ofValue(topic);
        int id = autoRegister ? registry.register(subject, schema) : registry.lookup(subject, schema);
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        out.writeBytes(WireFormat.header(id));
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        try {
            new SpecificDatumWriter<T>(schema, SpecificData.getForSchema(schema)).write(value, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a byte array does not fail to take bytes
        }
        return out.toByteArray();
    }

    @Override
    public void close() {
        if (ownClient != null) {
            ownClient.close();
        }
    }
}
