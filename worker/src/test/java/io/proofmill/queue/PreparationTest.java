package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.proofmill.queue.RequestDecoder.Decoded;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.ProofRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparationTest {
    private final FixedRegistry registry = new FixedRegistry();
    private final RecordCodec codec = new RecordCodec(registry, true);
    private final Troubles troubles = new Troubles(Clock.systemUTC());
    private final Mailbox mailbox = new Mailbox();

    @TempDir
    private Path folder;

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

    /** Without an answer the record's partition would stand still behind it for ever, and nobody would know why. */
    @Test
    void a_record_at_which_this_program_itself_fails_gets_an_answer_all_the_same() {
        RequestDecoder broken = new RequestDecoder(null, TopicNames.DEFAULT);
        List<Decoded> decoded = new ArrayList<>();
        preparation(broken, resolver()).decode(record(new byte[] {0}), () -> true, decoded::add);
        mailbox.runAll();
        assertThat(decoded)
                .singleElement()
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused -> assertThat(refused.sentence()).contains("cannot be taken in"));
    }

    @Test
    void a_payload_at_which_this_program_itself_fails_gets_an_answer_all_the_same() {
        QueueSettings.Payloads settings = settings().withSpool(folder);
        PayloadResolver broken = new PayloadResolver(settings, null, new Spool(folder, 1 << 20));
        ProofRequest request = QueueBench.request("job");
        request.setPayloads(List.of(Payload.newBuilder()
                .setKind(PayloadKind.WITNESS)
                .setReference(new PayloadReference("file:///anywhere", "0".repeat(64), 10L))
                .build()));
        List<Decoded> decoded = new ArrayList<>();
        List<PayloadException> failures = new ArrayList<>();
        Preparation preparation = preparation(new RequestDecoder(codec, TopicNames.DEFAULT), broken);
        preparation.decode(record(codec.encode("proof.requests", request)), () -> true, decoded::add);
        mailbox.runAll();
        preparation.resolve(
                ((Decoded.Accepted) decoded.getFirst()).request(),
                () -> true,
                payloads -> fail("there is no payload"),
                failures::add);
        mailbox.runAll();
        assertThat(failures).extracting(PayloadException::reason).containsExactly(Reason.INTERNAL);
    }

    private static QueueSettings.Payloads settings() {
        return QueueSettings.defaults("localhost:9092", "group").payloads();
    }

    private static PayloadResolver resolver() {
        return new PayloadResolver(settings());
    }

    private Preparation preparation() {
        return preparation(new RequestDecoder(codec, TopicNames.DEFAULT), resolver());
    }

    private Preparation preparation(RequestDecoder decoder, PayloadResolver resolver) {
        return new Preparation(
                decoder,
                resolver,
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
