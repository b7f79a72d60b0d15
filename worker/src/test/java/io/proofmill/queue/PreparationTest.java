package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.RequestDecoder.Decoded;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class PreparationTest {
    private final FixedRegistry registry = new FixedRegistry();
    private final RecordCodec codec = new RecordCodec(registry, true);
    private final Troubles troubles = new Troubles(Clock.systemUTC());
    private final Mailbox mailbox = new Mailbox();
    private final List<String> troublesSeen = new ArrayList<>();
    private int waits;

    /** Pain 16: a connection reset kills the consumer and the message is skipped. */
    @Test
    void while_the_registry_is_away_a_record_waits_and_is_neither_skipped_nor_dead_lettered() {
        byte[] value = codec.encode("proof.requests", QueueBench.request("job"));
        registry.setAway(true);
        List<Decoded> decoded = new ArrayList<>();
        preparation().decode(record(value), () -> true, decoded::add);
        mailbox.runAll();
        assertThat(waits).isEqualTo(3);
        assertThat(troublesSeen).containsOnly("REGISTRY_UNAVAILABLE");
        assertThat(troubles.all()).isEmpty();
        assertThat(decoded).singleElement().isInstanceOf(Decoded.Accepted.class);
    }

    /** Pain 11: one undecodable record loops. */
    @Test
    void an_undecodable_record_is_refused_at_once_with_its_bytes() {
        List<Decoded> decoded = new ArrayList<>();
        preparation().decode(record(new byte[] {1, 2, 3}), () -> true, decoded::add);
        mailbox.runAll();
        assertThat(waits).isZero();
        assertThat(decoded)
                .singleElement()
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused -> assertThat(RawRecord.unwrap(refused.raw().value()))
                                .isEqualTo(new byte[] {1, 2, 3}));
    }

    private Preparation preparation() {
        return new Preparation(
                new RequestDecoder(codec, TopicNames.DEFAULT),
                new PayloadResolver(
                        QueueSettings.defaults("localhost:9092", "group").payloads()),
                Runnable::run,
                Runnable::run,
                mailbox,
                troubles,
                new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), new Random(1)),
                wait -> {
                    troubles.all().forEach(trouble -> troublesSeen.add(trouble.reasonCode()));
                    registry.setAway(++waits < 3);
                });
    }

    private static ConsumerRecord<byte[], byte[]> record(byte[] value) {
        return new ConsumerRecord<>("proof.requests", 0, 5, new byte[0], value);
    }
}
