package io.proofmill.cli.queue;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.PayloadReference;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a request proves from, taken from files. Small files travel in the message, large ones as a reference that the workers must be able to read. */
final class RequestPayloads {
    private static final long LARGEST_INLINE = 512 << 10;

    @ArgGroup(multiplicity = "1")
    private Source source;

    @Option(
            names = "--vanilla",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Filecoin's vanilla proofs in the order of the statement, which --input gives (PUB.json).")
    private List<Path> vanilla = List.of();

    /** What to prove from. */
    static final class Source {
        @Option(names = "--witness", paramLabel = "FILE", description = "Full assignment (.wtns).")
        private Path witness;

        @Option(names = "--input", paramLabel = "FILE", description = "Circuit input (input.json).")
        private Path input;
    }

    List<Payload> read() throws IOException {
        if (source.witness != null && !vanilla.isEmpty()) {
            throw new BadInputException(ReasonCode.USAGE, "--vanilla goes with --input, not with --witness");
        }
        List<Payload> payloads = new ArrayList<>();
        payloads.add(
                source.witness != null
                        ? payload(PayloadKind.WITNESS, "", source.witness)
                        : payload(PayloadKind.INPUT, "", source.input));
        for (Path file : vanilla) {
            payloads.add(payload(PayloadKind.VANILLA, file.getFileName().toString(), file));
        }
        return payloads;
    }

    private static Payload payload(PayloadKind kind, String name, Path file) throws IOException {
        Payload.Builder payload = Payload.newBuilder().setKind(kind).setName(name);
        long size = Files.size(file);
        if (size <= LARGEST_INLINE) {
            return payload.setInline(ByteBuffer.wrap(Files.readAllBytes(file))).build();
        }
        return payload.setReference(PayloadReference.newBuilder()
                        .setUri(file.toRealPath().toUri().toString())
                        .setSha256(sha256(file))
                        .setSize(size)
                        .build())
                .build();
    }

    private static String sha256(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.skipNBytes(Files.size(file));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK has SHA-256", e);
        }
    }
}
