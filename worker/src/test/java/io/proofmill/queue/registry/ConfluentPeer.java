package io.proofmill.queue.registry;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import org.apache.flink.avro.shaded.org.apache.avro.Schema;
import org.apache.flink.avro.shaded.org.apache.avro.generic.GenericDatumReader;
import org.apache.flink.avro.shaded.org.apache.avro.generic.GenericDatumWriter;
import org.apache.flink.avro.shaded.org.apache.avro.generic.GenericRecord;
import org.apache.flink.avro.shaded.org.apache.avro.io.BinaryEncoder;
import org.apache.flink.avro.shaded.org.apache.avro.io.DecoderFactory;
import org.apache.flink.avro.shaded.org.apache.avro.io.EncoderFactory;
import org.apache.flink.avro.shaded.org.apache.avro.io.JsonDecoder;
import org.apache.flink.formats.avro.registry.confluent.ConfluentSchemaRegistryCoder;

/** The other side of the conversation: Confluent's registry client with an Avro of its own, as Flink ships them (shaded). Values go in and out as Avro JSON. */
final class ConfluentPeer {
    private final CachedSchemaRegistryClient client;

    ConfluentPeer(URI registry) {
        client = new CachedSchemaRegistryClient(registry.toString(), 100);
    }

    byte[] serialize(String subject, String schemaJson, String valueJson) throws IOException {
        Schema schema = new Schema.Parser().parse(schemaJson);
        JsonDecoder json = DecoderFactory.get().jsonDecoder(schema, valueJson);
        GenericRecord value = new GenericDatumReader<GenericRecord>(schema).read(null, json);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ConfluentSchemaRegistryCoder(subject, client).writeSchema(schema, out);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(schema).write(value, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    GenericRecord deserialize(byte[] framed) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(framed);
        Schema schema = new ConfluentSchemaRegistryCoder(client).readSchema(in);
        return new GenericDatumReader<GenericRecord>(schema)
                .read(null, DecoderFactory.get().directBinaryDecoder(in, null));
    }
}
