package io.proofmill.queue.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.WorkerIdentity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.flink.avro.shaded.org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What our client relies on in a registry. Each server that it is meant for runs these tests. */
abstract class SchemaRegistryContract {
    private static final Schema ONE_FIELD =
            SchemaBuilder.record("contract.R").fields().requiredString("a").endRecord();
    private static final Schema OPTIONAL_FIELD_ADDED = SchemaBuilder.record("contract.R")
            .fields()
            .requiredString("a")
            .optionalString("b")
            .endRecord();
    private static final Schema REQUIRED_FIELD_ADDED = SchemaBuilder.record("contract.R")
            .fields()
            .requiredString("a")
            .requiredString("c")
            .endRecord();

    private final String topic = "topic-" + UUID.randomUUID();
    private final String subject = topic + "-value";
    private RegistryClient client;

    /** Base address of a running registry. */
    abstract URI url();

    @BeforeEach
    void connect() {
        // A registry that has just started takes its time on a busy machine.
        client = new RegistryClient(
                RegistrySettings.of(url()).withTimeouts(Duration.ofSeconds(10), Duration.ofMinutes(1)));
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void a_registered_schema_is_found_by_id_and_by_itself() {
        int id = client.register(subject, ONE_FIELD);
        assertThat(client.byId(id)).isEqualTo(ONE_FIELD);
        assertThat(client.lookup(subject, ONE_FIELD)).isEqualTo(id);
        assertThat(client.versions(subject)).containsExactly(1);
    }

    @Test
    void registering_the_same_schema_again_gives_the_same_id_and_no_new_version() {
        int id = client.register(subject, ONE_FIELD);
        assertThat(client.register(subject, ONE_FIELD)).isEqualTo(id);
        assertThat(client.versions(subject)).containsExactly(1);
    }

    @Test
    void an_unknown_id_is_refused_with_40403() {
        assertRefused(() -> client.byId(2_000_000_000), RegistryRefusedException.SCHEMA_NOT_FOUND);
    }

    @Test
    void an_unknown_subject_is_refused_with_40401() {
        assertRefused(() -> client.versions(subject), RegistryRefusedException.SUBJECT_NOT_FOUND);
        assertRefused(() -> client.lookup(subject, ONE_FIELD), RegistryRefusedException.SUBJECT_NOT_FOUND);
    }

    @Test
    void a_schema_that_is_not_under_the_subject_is_refused_with_40403() {
        client.register(subject, ONE_FIELD);
        assertRefused(() -> client.lookup(subject, OPTIONAL_FIELD_ADDED), RegistryRefusedException.SCHEMA_NOT_FOUND);
    }

    @Test
    void a_compatible_schema_becomes_the_next_version_and_an_incompatible_one_is_refused_with_409() throws Exception {
        client.register(subject, ONE_FIELD);
        demandFullCompatibility();
        assertThat(client.isCompatible(subject, OPTIONAL_FIELD_ADDED)).isTrue();
        assertThat(client.isCompatible(subject, REQUIRED_FIELD_ADDED)).isFalse();
        assertRefused(() -> client.register(subject, REQUIRED_FIELD_ADDED), RegistryRefusedException.INCOMPATIBLE);
        client.register(subject, OPTIONAL_FIELD_ADDED);
        assertThat(client.versions(subject)).containsExactly(1, 2);
    }

    @Test
    void a_subject_without_versions_takes_any_schema() {
        assertThat(client.isCompatible(subject, ONE_FIELD)).isTrue();
    }

    @Test
    void what_confluents_client_wrote_we_read() throws IOException {
        String schema = SchemaBuilder.record("io.proofmill.schemas.ProofEvent")
                .fields()
                .requiredString("jobId")
                .requiredInt("sequence")
                .requiredString("phase")
                .endRecord()
                .toString();
        byte[] framed = new ConfluentPeer(url())
                .serialize(subject, schema, "{\"jobId\":\"job-1\",\"sequence\":3,\"phase\":\"proving\"}");
        ProofEvent event = new AvroDeserializer<>(client, ProofEvent.class).deserialize(framed);
        assertThat(event.getJobId()).isEqualTo("job-1");
        assertThat(event.getSequence()).isEqualTo(3);
        assertThat(event.getPhase()).isEqualTo("proving");
    }

    @Test
    void what_we_wrote_confluents_client_reads() throws IOException {
        ProofEvent event = ProofEvent.newBuilder()
                .setJobId("job-2")
                .setSequence(4)
                .setPhase("check")
                .setDurationNanos(5_000_000_000L)
                .setWorker(WorkerIdentity.newBuilder()
                        .setInstance("w-1")
                        .setStartedAt(Instant.ofEpochMilli(1))
                        .build())
                .build();
        byte[] framed = new AvroSerializer<ProofEvent>(client, true).serialize(topic, event);
        GenericRecord read = new ConfluentPeer(url()).deserialize(framed);
        assertThat(read.get("jobId").toString()).isEqualTo("job-2");
        assertThat(read.get("durationNanos")).isEqualTo(5_000_000_000L);
        assertThat(((GenericRecord) read.get("worker")).get("instance").toString())
                .isEqualTo("w-1");
    }

    /** Our client does not change a registry's rules, so the test does it by hand. */
    private void demandFullCompatibility() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + "/config/" + subject))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"compatibility\":\"FULL\"}"))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(http.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static void assertRefused(Runnable call, int code) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        RegistryRefusedException.class,
                        e -> assertThat(e.code()).isEqualTo(code));
    }
}
