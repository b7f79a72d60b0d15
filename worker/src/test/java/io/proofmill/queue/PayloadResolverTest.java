package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.schemas.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadResolverTest {
    private static final byte[] BYTES = "witness".getBytes(StandardCharsets.UTF_8);
    private static final String DIGEST =
            HexFormat.of().formatHex(StatementDigest.sha256().digest(BYTES));

    @TempDir
    private Path folder;

    private Path file;
    private Spool spool;

    @BeforeEach
    void writePayload() throws Exception {
        Files.createDirectories(folder.resolve("in"));
        file = Files.write(folder.resolve("in/payload"), BYTES);
    }

    @Test
    void a_file_in_a_listed_folder_is_spooled_and_its_room_given_back() throws Exception {
        PayloadResolver resolver = resolver(Set.of(folder.resolve("in")), 100);
        List<JobPayload> payloads =
                resolver.resolve(QueueBench.acceptedByReference(file.toUri().toString(), DIGEST, BYTES.length));
        assertThat(((JobPayload.Spooled) payloads.getFirst()).file()).hasBinaryContent(BYTES);
        assertThat(spool.used()).isEqualTo(BYTES.length);
        resolver.release(payloads);
        assertThat(spool.used()).isZero();
    }

    @Test
    void another_digest_or_size_is_a_mismatch_and_leaves_nothing_behind() {
        PayloadResolver resolver = resolver(Set.of(folder.resolve("in")), 100);
        String uri = file.toUri().toString();
        assertRefused(
                resolver, QueueBench.acceptedByReference(uri, "0".repeat(64), BYTES.length), Reason.PAYLOAD_MISMATCH);
        assertRefused(resolver, QueueBench.acceptedByReference(uri, DIGEST, BYTES.length - 1), Reason.PAYLOAD_MISMATCH);
        assertRefused(resolver, QueueBench.acceptedByReference(uri, DIGEST, BYTES.length + 1), Reason.PAYLOAD_MISMATCH);
        assertThat(spool.used()).isZero();
    }

    @Test
    void references_outside_the_lists_are_refused() {
        PayloadResolver resolver = resolver(Set.of(), 100);
        assertRefused(
                resolver,
                QueueBench.acceptedByReference(file.toUri().toString(), DIGEST, BYTES.length),
                Reason.INVALID_REQUEST);
        assertRefused(
                resolver,
                QueueBench.acceptedByReference("http://169.254.169.254/latest", DIGEST, BYTES.length),
                Reason.INVALID_REQUEST);
        assertRefused(
                resolver,
                QueueBench.acceptedByReference("gopher://host/x", DIGEST, BYTES.length),
                Reason.INVALID_REQUEST);
    }

    @Test
    void a_path_that_climbs_out_of_its_folder_is_refused() throws Exception {
        Files.write(folder.resolve("secret"), BYTES);
        PayloadResolver resolver = resolver(Set.of(folder.resolve("in")), 100);
        String uri = "file://" + folder.resolve("in") + "/../secret";
        assertRefused(resolver, QueueBench.acceptedByReference(uri, DIGEST, BYTES.length), Reason.INVALID_REQUEST);
    }

    @Test
    void a_full_spool_is_trouble_of_the_surroundings() throws Exception {
        PayloadResolver resolver = resolver(Set.of(folder.resolve("in")), BYTES.length + 1L);
        AcceptedRequest request = QueueBench.acceptedByReference(file.toUri().toString(), DIGEST, BYTES.length);
        List<JobPayload> first = resolver.resolve(request);
        assertRefused(resolver, request, Reason.STORAGE_UNAVAILABLE);
        resolver.release(first);
        assertThat(resolver.resolve(request)).hasSize(1);
    }

    @Test
    void unpacking_takes_as_much_room_as_the_bytes_need_and_not_as_much_as_the_largest_might() throws Exception {
        byte[] packed = gzip(BYTES);
        Files.write(file, packed);
        PayloadResolver resolver = resolver(Set.of(folder.resolve("in")), packed.length + BYTES.length);
        List<JobPayload> payloads = resolver.resolve(packedRequest(packed));
        assertThat(((JobPayload.Spooled) payloads.getFirst()).file()).hasBinaryContent(BYTES);
        assertThat(spool.used()).isEqualTo(BYTES.length);
    }

    @Test
    void unpacked_bytes_that_would_never_fit_the_spool_or_the_limit_are_too_large_and_rubbish_is_a_mismatch()
            throws Exception {
        byte[] packed = gzip(new byte[90]);
        Files.write(file, packed);
        assertRefused(resolver(Set.of(folder.resolve("in")), 100), packedRequest(packed), Reason.TOO_LARGE);
        byte[] bomb = gzip(new byte[1 << 20]);
        Files.write(file, bomb);
        assertRefused(resolver(Set.of(folder.resolve("in")), 1 << 30), packedRequest(bomb), Reason.TOO_LARGE);
        assertThat(spool.used()).isZero();
        Files.write(file, BYTES);
        assertRefused(resolver(Set.of(folder.resolve("in")), 100), packedRequest(BYTES), Reason.PAYLOAD_MISMATCH);
    }

    private AcceptedRequest packedRequest(byte[] packed) {
        String digest = HexFormat.of().formatHex(StatementDigest.sha256().digest(packed));
        AcceptedRequest request = QueueBench.acceptedByReference(file.toUri().toString(), digest, packed.length);
        request.request().getPayloads().getFirst().setCompression(Compression.GZIP);
        return request;
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(out)) {
            packing.write(bytes);
        }
        return out.toByteArray();
    }

    private static void assertRefused(PayloadResolver resolver, AcceptedRequest request, Reason reason) {
        assertThatThrownBy(() -> resolver.resolve(request))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private PayloadResolver resolver(Set<Path> roots, long capacity) {
        QueueSettings.Payloads settings = QueueSettings.defaults("none:1", "g")
                .payloads()
                .withSpool(folder.resolve("spool"))
                .withLimits(capacity, 100)
                .withFileRoots(roots);
        spool = new Spool(settings.spool(), capacity);
        return new PayloadResolver(settings, new PayloadSource(settings), spool);
    }
}
