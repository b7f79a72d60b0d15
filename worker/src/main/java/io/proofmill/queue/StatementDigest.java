package io.proofmill.queue;

import io.proofmill.schemas.Payload;
import io.proofmill.schemas.ProofRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What a job id is bound to: SHA-256, in hexadecimal, over circuit, circuit version, each payload's kind, name, packing and SHA-256 of its stored bytes, and the public inputs where the producer states
 * them. Each text is written as its length in UTF-8 (4 bytes, big-endian) and its bytes; each list as its length (-1 when absent) and its items.
 */
final class StatementDigest {
    private final MessageDigest digest = sha256();

    private StatementDigest() {}

    static String of(ProofRequest request) {
        StatementDigest statement = new StatementDigest();
        statement.text(request.getCircuit());
        statement.text(request.getCircuitVersion() == null ? "" : request.getCircuitVersion());
        statement.number(request.getPayloads().size());
        request.getPayloads().forEach(statement::payload);
        statement.list(request.getPublicInputs());
        return HexFormat.of().formatHex(statement.digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private void payload(Payload payload) {
        text(payload.getKind().name());
        text(payload.getName());
        text(payload.getCompression().name());
        if (payload.getReference() != null) {
            text(payload.getReference().getSha256());
        } else {
            MessageDigest inline = sha256();
            inline.update(payload.getInline().duplicate());
            text(HexFormat.of().formatHex(inline.digest()));
        }
    }

    private void list(List<String> items) {
        number(items == null ? -1 : items.size());
        if (items != null) {
            items.forEach(this::text);
        }
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        digest.update(bytes);
    }

    private void number(int number) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }
}
