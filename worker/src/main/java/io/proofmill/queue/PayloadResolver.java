package io.proofmill.queue;

import io.proofmill.schemas.Compression;
import io.proofmill.schemas.Payload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Brings a request's payloads to hand: inline ones are unpacked, others are fetched into the spool. Blocks; called from virtual threads. */
final class PayloadResolver {
    private final long maxBytes;

    PayloadResolver(QueueSettings.Payloads settings) {
        this.maxBytes = settings.maxBytes();
    }

    List<JobPayload> resolve(AcceptedRequest request) throws PayloadException {
        List<JobPayload> resolved = new ArrayList<>();
        for (Payload payload : request.request().getPayloads()) {
            resolved.add(payload.getReference() == null ? inline(payload) : fetched(payload));
        }
        return resolved;
    }

    private JobPayload inline(Payload payload) throws PayloadException {
        ByteBuffer packed = payload.getInline();
        if (payload.getCompression() == Compression.NONE) {
            return new JobPayload.InMemory(payload.getKind(), payload.getName(), packed);
        }
        try (InputStream in =
                Unpacking.open(new ByteArrayInputStream(RawRecord.unwrap(packed)), payload.getCompression())) {
            byte[] bytes = Unpacking.readAll(in, payload.getName(), maxBytes);
            return new JobPayload.InMemory(payload.getKind(), payload.getName(), ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            throw new PayloadException(
                    Reason.PAYLOAD_MISMATCH,
                    "payload '%s': expected bytes packed with %s, found others (%s)"
                            .formatted(payload.getName(), payload.getCompression(), e.getMessage()),
                    e);
        }
    }

    private JobPayload fetched(Payload payload) throws PayloadException {
        throw new PayloadException(
                Reason.INVALID_REQUEST,
                "payload '%s': references are not accepted by this worker".formatted(payload.getName()));
    }
}
