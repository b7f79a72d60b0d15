package io.proofmill.chaos;

import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Makes requests whose payloads carry a {@link JobScript}, inline or in the payload store. */
final class Requests {
    private static final List<Priority> PRIORITIES =
            List.of(Priority.LOW, Priority.NORMAL, Priority.HIGH, Priority.CRITICAL);

    private final Random random;
    private final Path store;
    private final String storeUrl;
    private int serial;

    /**
     * @param store folder of payloads that travel by reference
     * @param storeUrl where the same folder is served over http
     */
    Requests(Random random, Path store, String storeUrl) {
        this.random = random;
        this.store = store;
        this.storeUrl = storeUrl;
    }

    /** A new job. */
    ProofRequest fresh(JobScript script) {
        return request("job-" + ++serial, script);
    }

    /** Another statement under an id that is taken. */
    ProofRequest conflicting(ProofRequest earlier) {
        return request(earlier.getJobId(), JobScript.of(new JobScript.Step(JobScript.Act.PROVE, 50)));
    }

    private ProofRequest request(String jobId, JobScript script) {
        byte[] payload = payload(script);
        Payload.Builder carried = Payload.newBuilder().setKind(PayloadKind.INPUT);
        int way = random.nextInt(10);
        if (way < 7) {
            carried.setInline(ByteBuffer.wrap(payload));
        } else {
            carried.setReference(stored(payload, way == 7));
        }
        return ProofRequest.newBuilder()
                .setJobId(jobId)
                .setCircuit("scripted")
                .setPriority(PRIORITIES.get(random.nextInt(PRIORITIES.size())))
                .setCreatedAt(Instant.now())
                .setPayloads(List.of(carried.build()))
                .build();
    }

    /** The script, and random bytes that make the statement the only one of its kind. */
    private byte[] payload(JobScript script) {
        byte[] filler = new byte[16 + random.nextInt(200)];
        random.nextBytes(filler);
        return (script.line() + "\n" + HexFormat.of().formatHex(filler)).getBytes(StandardCharsets.UTF_8);
    }

    private PayloadReference stored(byte[] payload, boolean overHttp) {
        String digest = HexFormat.of().formatHex(sha256(payload));
        Path file = store.resolve(digest);
        try {
            Files.write(file, payload);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        URI uri = overHttp ? URI.create(storeUrl + "/" + digest) : file.toUri();
        return PayloadReference.newBuilder()
                .setUri(uri.toString())
                .setSize(payload.length)
                .setSha256(digest)
                .build();
    }

    /** The payload that a request brings. */
    static byte[] payloadOf(ProofRequest request, Path store) {
        Payload payload = request.getPayloads().getFirst();
        if (payload.getInline() != null) {
            byte[] bytes = new byte[payload.getInline().remaining()];
            payload.getInline().duplicate().get(bytes);
            return bytes;
        }
        try {
            return Files.readAllBytes(store.resolve(payload.getReference().getSha256()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The proof of the request's statement, in hexadecimal. */
    static String proofOf(ProofRequest request, Path store) {
        return HexFormat.of()
                .formatHex(ScriptedProof.of(request.getJobId(), request.getCircuit(), payloadOf(request, store)));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
