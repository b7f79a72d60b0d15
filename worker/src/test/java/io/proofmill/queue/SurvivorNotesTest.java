package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.WorkerIdentity;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class SurvivorNotesTest {
    private final FixedRegistry registry = new FixedRegistry();
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
    private int pauses;
    private final SurvivorNotes notes = new SurvivorNotes(
            producer,
            new RecordCodec(new CachingRegistry(registry, RegistrySettings.of(URI.create("http://none"))), true),
            "control",
            new WorkerId("w1", "test", "localhost", Instant.EPOCH),
            Runnable::run,
            Clock.systemUTC(),
            new Backoff(Duration.ofMillis(2), Duration.ofMillis(4), new Random(1)),
            wait -> {
                pauses++;
                registry.setAway(false);
            });

    /** Found by the chaos harness, seed 22: cut off from group and registry at once, a worker could not say that it lived, and its jobs counted a death. */
    @Test
    void a_prepared_note_needs_no_registry() {
        notes.prepare();
        registry.setAway(true);
        notes.survived("job", attempt());
        assertThat(pauses).isZero();
        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void an_unprepared_note_waits_for_the_registry() {
        registry.setAway(true);
        notes.survived("job", attempt());
        assertThat(pauses).isEqualTo(1);
        assertThat(producer.history()).hasSize(1);
    }

    private static Attempt attempt() {
        return Attempt.newBuilder()
                .setNumber(1)
                .setWorker(WorkerIdentity.newBuilder()
                        .setInstance("w1")
                        .setBuild("test")
                        .setHost("localhost")
                        .setStartedAt(Instant.EPOCH)
                        .build())
                .setStartedAt(Instant.EPOCH)
                .build();
    }
}
