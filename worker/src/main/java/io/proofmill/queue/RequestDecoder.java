package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.queue.registry.UndecodableRecordException;
import io.proofmill.schemas.Compression;
import io.proofmill.schemas.DelayedJob;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.RecordCoordinates;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Bytes of a request or a retry to an {@link AcceptedRequest}, or to the reason why not. */
final class RequestDecoder {
    static final int MAX_ID_LENGTH = 256;
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    /** What a record turned out to be. */
    sealed interface Decoded {
        /** A request to be worked on. */
        record Accepted(AcceptedRequest request) implements Decoded {}

        /**
         * A record that will never be a request.
         *
         * @param request what could be decoded of it
         */
        record Refused(RawRecord raw, Optional<ProofRequest> request, String sentence) implements Decoded {}
    }

    private final RecordCodec codec;
    private final TopicNames topics;

    RequestDecoder(RecordCodec codec, TopicNames topics) {
        this.codec = codec;
        this.topics = topics;
    }

    /** @throws RegistryUnavailableException when the registry is needed and does not answer: nothing is known of the record yet */
    Decoded decode(ConsumerRecord<byte[], byte[]> record) {
        RawRecord raw = RawRecord.of(record);
        try {
            if (record.topic().equals(topics.retries())) {
                return decodeRetry(codec.decode(record.value(), DelayedJob.class), raw);
            }
            return validate(codec.decode(record.value(), ProofRequest.class), raw, Optional.empty());
        } catch (UndecodableRecordException e) {
            return new Decoded.Refused(raw, Optional.empty(), e.getMessage());
        }
    }

    private Decoded decodeRetry(DelayedJob delayed, RawRecord retry) {
        if (delayed.getValue() == null) {
            RecordCoordinates source = delayed.getSource();
            return new Decoded.Refused(
                    retry,
                    Optional.empty(),
                    "value: expected the request of job %s in its retry, found none; the request stood at %s-%d offset %d"
                            .formatted(
                                    delayed.getJobId(), source.getTopic(), source.getPartition(), source.getOffset()));
        }
        RawRecord raw = new RawRecord(delayed.getSource(), delayed.getKey(), delayed.getValue(), delayed.getHeaders());
        return validate(codec.decode(RawRecord.unwrap(raw.value()), ProofRequest.class), raw, Optional.of(delayed));
    }

    private Decoded validate(ProofRequest request, RawRecord raw, Optional<DelayedJob> delayed) {
        Optional<String> fault = faultOf(request);
        if (fault.isPresent()) {
            return new Decoded.Refused(raw, Optional.of(request), fault.get());
        }
        return new Decoded.Accepted(new AcceptedRequest(
                request,
                raw,
                topics.priorityOf(raw.source().getTopic()).orElse(request.getPriority()),
                StatementDigest.of(request),
                delayed.map(DelayedJob::getAttempts).orElse(List.of()),
                delayed.map(DelayedJob::getNotBefore),
                delayed.map(DelayedJob::getLastDevice)));
    }

    private static Optional<String> faultOf(ProofRequest request) {
        String id = request.getJobId();
        if (id.isBlank() || id.length() > MAX_ID_LENGTH) {
            return Optional.of("jobId: expected 1 to %d characters, found %d".formatted(MAX_ID_LENGTH, id.length()));
        }
        if (request.getCircuit().isBlank()) {
            return Optional.of("circuit: expected a name, found none");
        }
        if (request.getAttemptLimit() != null && request.getAttemptLimit() < 1) {
            return Optional.of("attemptLimit: expected at least 1, found " + request.getAttemptLimit());
        }
        if (request.getPayloads().isEmpty()) {
            return Optional.of("payloads: expected at least one, found none");
        }
        for (int i = 0; i < request.getPayloads().size(); i++) {
            Optional<String> fault = faultOf(request.getPayloads().get(i));
            if (fault.isPresent()) {
                return Optional.of("payloads[" + i + "]: " + fault.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> faultOf(Payload payload) {
        if (payload.getKind() == PayloadKind.UNKNOWN) {
            return Optional.of("expected a kind that this worker knows, found a newer one");
        }
        if (payload.getCompression() == Compression.UNKNOWN) {
            return Optional.of("expected a compression that this worker knows, found a newer one");
        }
        PayloadReference reference = payload.getReference();
        if ((payload.getInline() == null) == (reference == null)) {
            return Optional.of(
                    "expected either inline bytes or a reference, found " + (reference == null ? "neither" : "both"));
        }
        if (reference != null && !SHA256.matcher(reference.getSha256()).matches()) {
            return Optional.of("sha256: expected 64 lower-case hexadecimal digits, found " + reference.getSha256());
        }
        if (reference != null && reference.getSize() < 0) {
            return Optional.of("size: expected 0 or more, found " + reference.getSize());
        }
        return Optional.empty();
    }
}
