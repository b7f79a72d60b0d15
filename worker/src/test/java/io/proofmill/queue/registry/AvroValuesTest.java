package io.proofmill.queue.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

class AvroValuesTest {
    private static final ProofRequest REQUEST = ProofRequest.newBuilder()
            .setJobId("job-1")
            .setCircuit("multiplier")
            .setPayloads(List.of(Payload.newBuilder()
                    .setKind(PayloadKind.WITNESS)
                    .setInline(ByteBuffer.wrap(new byte[] {1, 2, 3}))
                    .build()))
            .setPriority(Priority.HIGH)
            .setDeadline(Instant.ofEpochMilli(1_800_000_000_123L))
            .setLabels(Map.of("sector", "7"))
            .build();

    private final TableRegistry registry = new TableRegistry();
    private final AvroSerializer<ProofRequest> serializer = new AvroSerializer<>(registry, true);
    private final AvroDeserializer<ProofRequest> deserializer = new AvroDeserializer<>(registry, ProofRequest.class);

    @Test
    void a_request_comes_back_as_it_was() {
        assertThat(deserializer.deserialize(serializer.serialize("proof.requests", REQUEST)))
                .isEqualTo(REQUEST);
    }

    @Test
    void the_subject_is_the_topic_with_value_after_it() {
        serializer.serialize("proof.requests.high", REQUEST);
        assertThat(registry.subjects).containsKey("proof.requests.high-value");
    }

    @Test
    void without_automatic_registration_an_unregistered_schema_is_refused() {
        AvroSerializer<ProofRequest> strict = new AvroSerializer<>(registry, false);
        assertThatThrownBy(() -> strict.serialize("proof.requests", REQUEST))
                .isInstanceOf(RegistryRefusedException.class);
        int id = registry.register("proof.requests-value", ProofRequest.getClassSchema());
        assertThat(WireFormat.schemaId(strict.serialize("proof.requests", REQUEST)))
                .isEqualTo(id);
    }

    @Test
    void a_writer_with_fewer_and_other_fields_is_read_by_schema_resolution() throws IOException {
        Schema writer = SchemaBuilder.record("io.proofmill.schemas.ProofRequest")
                .fields()
                .requiredString("somethingNew")
                .requiredString("circuit")
                .requiredString("jobId")
                .endRecord();
        GenericData.Record record = new GenericData.Record(writer);
        record.put("somethingNew", "x");
        record.put("circuit", "multiplier");
        record.put("jobId", "job-2");
        ProofRequest read = deserializer.deserialize(framed(writer, record));
        assertThat(read.getJobId()).isEqualTo("job-2");
        assertThat(read.getPriority()).isEqualTo(Priority.NORMAL);
        assertThat(read.getPayloads()).isEmpty();
    }

    @Test
    void a_symbol_that_is_not_known_yet_reads_as_the_enums_default() throws IOException {
        Schema priority =
                SchemaBuilder.enumeration("io.proofmill.schemas.Priority").symbols("URGENT");
        Schema writer = SchemaBuilder.record("io.proofmill.schemas.ProofRequest")
                .fields()
                .requiredString("jobId")
                .requiredString("circuit")
                .name("priority")
                .type(priority)
                .noDefault()
                .endRecord();
        GenericData.Record record = new GenericData.Record(writer);
        record.put("jobId", "job-3");
        record.put("circuit", "multiplier");
        record.put("priority", new GenericData.EnumSymbol(priority, "URGENT"));
        assertThat(deserializer.deserialize(framed(writer, record)).getPriority())
                .isEqualTo(Priority.NORMAL);
    }

    @Test
    void a_record_of_another_kind_is_undecodable() {
        ProofEvent event = ProofEvent.newBuilder()
                .setJobId("job-1")
                .setSequence(0)
                .setPhase("accepted")
                .build();
        byte[] framed = new AvroSerializer<ProofEvent>(registry, true).serialize("proof.events", event);
        assertUndecodable(framed, "expected a ProofRequest");
    }

    @Test
    void no_value_is_undecodable() {
        assertUndecodable(null, "found none");
    }

    @Test
    void an_unknown_schema_id_is_undecodable_and_named() {
        assertUndecodable(WireFormat.header(4711), "schema id 4711");
    }

    @Test
    void every_truncation_is_undecodable() {
        byte[] whole = serializer.serialize("proof.requests", REQUEST);
        for (int length = 0; length < whole.length; length++) {
            assertUndecodable(Arrays.copyOf(whole, length), "value: expected");
        }
    }

    @Test
    void surplus_bytes_are_undecodable() {
        byte[] whole = serializer.serialize("proof.requests", REQUEST);
        assertUndecodable(Arrays.copyOf(whole, whole.length + 1), "surplus bytes");
    }

    @Test
    void a_length_that_the_bytes_do_not_hold_is_undecodable_without_taking_the_memory() {
        int id = registry.register("proof.requests-value", ProofRequest.getClassSchema());
        byte[] twoGigabytes = {(byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f};
        byte[] framed = Arrays.copyOf(WireFormat.header(id), WireFormat.HEADER_BYTES + twoGigabytes.length);
        System.arraycopy(twoGigabytes, 0, framed, WireFormat.HEADER_BYTES, twoGigabytes.length);
        assertUndecodable(framed, "do not decode");
    }

    @Test
    void a_registry_that_is_away_is_not_the_records_fault() {
        byte[] framed = serializer.serialize("proof.requests", REQUEST);
        registry.away = true;
        assertThatThrownBy(() -> deserializer.deserialize(framed)).isInstanceOf(RegistryUnavailableException.class);
    }

    @Test
    void nothing_is_written_as_a_tombstone() {
        assertThat(serializer.serialize("proof.requests", null)).isNull();
    }

    private void assertUndecodable(byte[] framed, String sentencePart) {
        assertThatThrownBy(() -> deserializer.deserialize(framed))
                .isInstanceOf(UndecodableRecordException.class)
                .hasMessageContaining(sentencePart);
    }

    private byte[] framed(Schema writer, GenericData.Record record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(WireFormat.header(registry.register("any", writer)));
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(writer).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    /** A registry that is a table. */
    private static final class TableRegistry implements SchemaRegistry {
        private final Map<Integer, Schema> schemas = new HashMap<>();
        private final Map<String, Integer> subjects = new HashMap<>();
        private boolean away;

        @Override
        public int register(String subject, Schema schema) {
            int id = schemas.size() + 1;
            schemas.put(id, schema);
            subjects.put(subject, id);
            return id;
        }

        @Override
        public int lookup(String subject, Schema schema) {
            if (!subjects.containsKey(subject)) {
                throw new RegistryRefusedException(RegistryRefusedException.SUBJECT_NOT_FOUND, subject);
            }
            return subjects.get(subject);
        }

        @Override
        public Schema byId(int id) {
            if (away) {
                throw new RegistryUnavailableException("away");
            }
            if (!schemas.containsKey(id)) {
                throw new RegistryRefusedException(RegistryRefusedException.SCHEMA_NOT_FOUND, "no schema " + id);
            }
            return schemas.get(id);
        }

        @Override
        public List<Integer> versions(String subject) {
            return List.of(1);
        }

        @Override
        public boolean isCompatible(String subject, Schema schema) {
            return true;
        }
    }
}
