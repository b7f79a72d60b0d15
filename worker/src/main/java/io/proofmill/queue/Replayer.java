package io.proofmill.queue;

import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.queue.registry.UndecodableRecordException;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.RecordCoordinates;
import io.proofmill.schemas.RecordHeader;
import io.proofmill.schemas.Replay;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Puts dead letters back among the requests.
 *
 * <p>The request goes to the partition number where it stood, with who replayed it, when, from which letter and for how many times, in the record and in its headers. The workers remember of each job id how
 * often it was replayed: the same letter sent twice carries the same count, so the second one is answered from what the first one led to, and nothing is proved twice.
 *
 * <p>A letter whose bytes are no request is sent again byte for byte, for workers that have learnt to read it meanwhile.
 */
public final class Replayer {
    /** Header: who replayed the record. */
    public static final String BY = "proofmill-replayed-by";
    /** Header: when, ISO 8601. */
    public static final String AT = "proofmill-replayed-at";
    /** Header: the dead letter, {@code topic-partition@offset}. */
    public static final String FROM = "proofmill-replayed-from";

    private final RequestProducer producer;
    private final RecordCodec codec;
    private final TopicNames topics;
    private final Clock clock;
    private final String by;

    /**
     * A replayer on an open producer.
     *
     * @param by who replays: user and host, or what the operator says
     */
    public Replayer(
            RequestProducer producer,
            SchemaRegistry registry,
            boolean autoRegister,
            TopicNames topics,
            Clock clock,
            String by) {
        this.producer = producer;
        this.codec = new RecordCodec(registry, autoRegister);
        this.topics = topics;
        this.clock = clock;
        this.by = by;
    }

    /**
     * Replays one letter.
     *
     * @return where the request stands now, once all replicas in sync have it
     * @throws QueueException TOO_LARGE when the letter does not hold its request's bytes; USAGE when overrides are given for bytes that are no request
     */
    public CompletionStage<RecordCoordinates> replay(LocatedLetter located, ReplayOverrides overrides) {
        return producer.send(recordOf(located, overrides));
    }

    ProducerRecord<byte[], byte[]> recordOf(LocatedLetter located, ReplayOverrides overrides) {
        DeadLetter letter = located.letter();
        if (letter.getValue() == null && letter.getValueSize() >= 0) {
            throw new QueueException(
                    Reason.TOO_LARGE.name(),
                    "dead letter %s does not hold its request of %d bytes; it stood at %s-%d offset %d"
                            .formatted(
                                    located.id(),
                                    letter.getValueSize(),
                                    letter.getSource().getTopic(),
                                    letter.getSource().getPartition(),
                                    letter.getSource().getOffset()));
        }
        Optional<ProofRequest> request = requestOf(letter);
        if (request.isEmpty() && !overrides.isEmpty()) {
            throw new QueueException(
                    Reason.USAGE.name(),
                    "dead letter %s is no request, so nothing of it can be changed; replay it as it is"
                            .formatted(located.id()));
        }
        ProducerRecord<byte[], byte[]> record =
                request.map(r -> changed(located, r, overrides)).orElseGet(() -> unchanged(letter));
        letter.getHeaders().forEach(header -> copy(header, record));
        mark(record, BY, by);
        mark(record, AT, clock.instant().toString());
        mark(
                record,
                FROM,
                "%s-%d@%d"
                        .formatted(
                                located.at().getTopic(),
                                located.at().getPartition(),
                                located.at().getOffset()));
        return record;
    }

    private ProducerRecord<byte[], byte[]> changed(
            LocatedLetter located, ProofRequest request, ReplayOverrides overrides) {
        DeadLetter letter = located.letter();
        overrides.applyTo(request);
        request.setReplay(Replay.newBuilder()
                .setBy(by)
                .setAt(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                .setDeadLetter(located.at())
                .setCount(letter.getReplays() + 1)
                .build());
        String topic = overrides
                .priority()
                .map(topics::requests)
                .orElse(letter.getSource().getTopic());
        byte[] key = RawRecord.unwrap(Outgoing.keyOf(request.getJobId()));
        return new ProducerRecord<>(topic, letter.getSource().getPartition(), key, codec.encode(topic, request));
    }

    private static ProducerRecord<byte[], byte[]> unchanged(DeadLetter letter) {
        return new ProducerRecord<>(
                letter.getSource().getTopic(),
                letter.getSource().getPartition(),
                RawRecord.unwrap(letter.getKey()),
                RawRecord.unwrap(letter.getValue()));
    }

    private Optional<ProofRequest> requestOf(DeadLetter letter) {
        try {
            return Optional.of(codec.decode(RawRecord.unwrap(letter.getValue()), ProofRequest.class));
        } catch (UndecodableRecordException e) {
            return Optional.empty();
        }
    }

    private static void copy(RecordHeader header, ProducerRecord<byte[], byte[]> record) {
        if (!header.getKey().startsWith("proofmill-replayed-")) {
            record.headers().add(header.getKey(), RawRecord.unwrap(header.getValue()));
        }
    }

    private static void mark(ProducerRecord<byte[], byte[]> record, String key, String value) {
        record.headers().add(key, value.getBytes(StandardCharsets.UTF_8));
    }
}
