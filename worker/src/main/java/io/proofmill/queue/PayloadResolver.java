package io.proofmill.queue;

import io.proofmill.schemas.Compression;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadReference;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Brings a request's payloads to hand: inline ones are unpacked, others are streamed into the spool, their size and SHA-256 checked on the way. Blocks; called from virtual threads, while other jobs are proved.
 */
final class PayloadResolver {
    private static final int TRIES = 4;
    private static final int CHUNK = 1 << 16;

    private final long maxBytes;
    private final PayloadSource source;
    private final Spool spool;

    PayloadResolver(QueueSettings.Payloads settings) {
        this(settings, new PayloadSource(settings), new Spool(settings.spool(), settings.spoolBytes()));
    }

    PayloadResolver(QueueSettings.Payloads settings, PayloadSource source, Spool spool) {
        this.maxBytes = settings.maxBytes();
        this.source = source;
        this.spool = spool;
    }

    /** The payloads, when all of them came with the request, unpacked; otherwise they need {@link #resolve}, which takes time. */
    Optional<List<JobPayload>> atHand(AcceptedRequest request) {
        List<Payload> payloads = request.request().getPayloads();
        if (payloads.stream().anyMatch(p -> p.getReference() != null || p.getCompression() != Compression.NONE)) {
            return Optional.empty();
        }
        return Optional.of(payloads.stream().map(PayloadResolver::asItIs).toList());
    }

    List<JobPayload> resolve(AcceptedRequest request) throws PayloadException, InterruptedException {
        List<JobPayload> resolved = new ArrayList<>();
        try {
            for (Payload payload : request.request().getPayloads()) {
                resolved.add(payload.getReference() == null ? inline(payload) : fetched(payload));
            }
            return resolved;
        } catch (PayloadException | InterruptedException | RuntimeException e) {
            release(resolved);
            throw e;
        }
    }

    /** Deletes what was spooled. */
    void release(List<JobPayload> payloads) {
        for (JobPayload payload : payloads) {
            if (payload instanceof JobPayload.Spooled spooled) {
                spool.release(spooled.file());
            }
        }
    }

    private static JobPayload asItIs(Payload payload) {
        return new JobPayload.InMemory(payload.getKind(), payload.getName(), payload.getInline());
    }

    private JobPayload inline(Payload payload) throws PayloadException {
        ByteBuffer packed = payload.getInline();
        if (payload.getCompression() == Compression.NONE) {
            return asItIs(payload);
        }
        try (InputStream in =
                Unpacking.open(new ByteArrayInputStream(RawRecord.unwrap(packed)), payload.getCompression())) {
            byte[] bytes = Unpacking.readAll(in, payload.getName(), maxBytes);
            return new JobPayload.InMemory(payload.getKind(), payload.getName(), ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            throw notPackedSo(payload, e);
        }
    }

    private JobPayload fetched(Payload payload) throws PayloadException, InterruptedException {
        PayloadReference reference = payload.getReference();
        if (reference.getSize() > maxBytes) {
            throw new PayloadException(
                    Reason.TOO_LARGE,
                    "payload '%s': expected at most %d bytes, found %d"
                            .formatted(payload.getName(), maxBytes, reference.getSize()));
        }
        Path stored = spool.reserve(reference.getSize());
        try {
            fetch(payload, stored);
        } catch (PayloadException | InterruptedException | RuntimeException e) {
            spool.release(stored);
            throw e;
        }
        if (payload.getCompression() == Compression.NONE) {
            return new JobPayload.Spooled(payload.getKind(), payload.getName(), stored, reference.getSize());
        }
        try {
            return unpacked(payload, stored);
        } finally {
            spool.release(stored);
        }
    }

    /** Streams the stored bytes into the file; a connection that breaks is taken up where it broke. */
    private void fetch(Payload payload, Path file) throws PayloadException, InterruptedException {
        MessageDigest digest = StatementDigest.sha256();
        PayloadReference reference = payload.getReference();
        long received = 0;
        for (int attempt = 1; received < reference.getSize() || attempt == 1; attempt++) {
            try (InputStream in = source.open(reference.getUri(), received);
                    SpoolFile out = SpoolFile.append(file)) {
                byte[] chunk = new byte[CHUNK];
                for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                    received += n;
                    if (received > reference.getSize()) {
                        throw mismatch(payload, "%d bytes".formatted(reference.getSize()), "more");
                    }
                    digest.update(chunk, 0, n);
                    out.write(chunk, n);
                }
                if (received < reference.getSize()) {
                    throw mismatch(payload, "%d bytes".formatted(reference.getSize()), received + " bytes");
                }
            } catch (IOException e) {
                if (attempt == TRIES) {
                    throw new PayloadException(
                            Reason.PAYLOAD_UNAVAILABLE,
                            "payload '%s': its store failed after %d of %d bytes (%s)"
                                    .formatted(payload.getName(), received, reference.getSize(), e.getMessage()),
                            e);
                }
            }
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(reference.getSha256())) {
            throw mismatch(payload, "SHA-256 " + reference.getSha256(), found);
        }
    }

    private JobPayload unpacked(Payload payload, Path stored) throws PayloadException {
        try (InputStream in = Unpacking.open(Files.newInputStream(stored), payload.getCompression())) {
            return unpackedFrom(payload, in);
        } catch (IOException e) {
            throw notPackedSo(payload, e);
        }
    }

    /** The unpacked size is not known before, so room is taken as the file grows. */
    private JobPayload unpackedFrom(Payload payload, InputStream in) throws PayloadException, IOException {
        Path file = spool.reserve(0);
        long size = 0;
        try (SpoolFile out = SpoolFile.append(file)) {
            byte[] chunk = new byte[CHUNK];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                size += n;
                if (size > maxBytes) {
                    throw new PayloadException(
                            Reason.TOO_LARGE,
                            "payload '%s': expected at most %d unpacked bytes, found more"
                                    .formatted(payload.getName(), maxBytes));
                }
                spool.requireFits(payload.getReference().getSize() + size);
                spool.extend(file, n);
                out.write(chunk, n);
            }
        } catch (PayloadException | IOException | RuntimeException e) {
            spool.release(file);
            throw e;
        }
        return new JobPayload.Spooled(payload.getKind(), payload.getName(), file, size);
    }

    private static PayloadException mismatch(Payload payload, String expected, String found) {
        return new PayloadException(
                Reason.PAYLOAD_MISMATCH,
                "payload '%s': expected %s, found %s".formatted(payload.getName(), expected, found));
    }

    private static PayloadException notPackedSo(Payload payload, IOException cause) {
        return new PayloadException(
                Reason.PAYLOAD_MISMATCH,
                "payload '%s': expected bytes packed with %s, found others (%s)"
                        .formatted(payload.getName(), payload.getCompression(), cause.getMessage()),
                cause);
    }
}
