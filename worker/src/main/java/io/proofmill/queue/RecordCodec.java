package io.proofmill.queue;

import io.proofmill.queue.registry.AvroDeserializer;
import io.proofmill.queue.registry.AvroSerializer;
import io.proofmill.queue.registry.SchemaRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;

/** Our records to the bytes of Kafka values and back. Thread-safe. Throws what the registry room throws. */
final class RecordCodec {
    private final SchemaRegistry registry;
    private final AvroSerializer<SpecificRecord> serializer;
    private final Map<Class<?>, AvroDeserializer<?>> deserializers = new ConcurrentHashMap<>();

    RecordCodec(SchemaRegistry registry, boolean autoRegister) {
        this.registry = registry;
        this.serializer = new AvroSerializer<>(registry, autoRegister);
    }

    byte[] encode(String topic, SpecificRecord value) {
        return serializer.serialize(topic, value);
    }

    <T extends SpecificRecord> T decode(byte[] value, Class<T> type) {
        return type.cast(deserializers
                .computeIfAbsent(type, ignored -> new AvroDeserializer<>(registry, type))
                .deserialize(value));
    }
}
