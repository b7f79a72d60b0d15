package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.Compression;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker whose disk is really full: a small file system of its own, filled to the last byte. */
class FullDiskIT {
    private static final int BYTES = 40_000;
    private static final int DISK = 64 << 10;

    private static TestBroker broker;

    @TempDir
    private Path folder;

    private SmallDisk disk;
    private Path payloads;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void mountDisk() throws Exception {
        disk = SmallDisk.mount(Files.createDirectory(folder.resolve("disk")), DISK);
        payloads = Files.createDirectory(folder.resolve("payloads"));
    }

    @AfterEach
    void unmountDisk() throws Exception {
        disk.close();
    }

    /** The packed payload fits the disk, the unpacked one does not. */
    @ParameterizedTest
    @EnumSource(
            value = Compression.class,
            names = {"NONE", "GZIP"})
    void a_payload_waits_for_room_uses_no_attempt_and_goes_on_by_itself(Compression compression) throws Exception {
        byte[] content = new byte[BYTES];
        if (compression == Compression.NONE) {
            new Random(3).nextBytes(content);
        }
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            ScriptedProver prover = ScriptedProver.instant();
            ProofQueue queue = bench.startWorker("w1", prover, spooling(bench.settings));
            disk.fillButFor(8 << 10);
            bench.submit(request("job", content, compression));
            QueueBench.await()
                    .untilAsserted(() -> assertThat(queue.status().troubles())
                            .extracting(QueueStatus.Trouble::reasonCode)
                            .contains("STORAGE_UNAVAILABLE"));
            assertThat(prover.startsOf("job")).isZero();

            disk.free();
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .extracting(ProofResult::getJobId, ProofResult::getAttempt)
                            .containsExactly(tuple("job", 1)));
            assertThat(bench.deadLetters()).isEmpty();
            QueueBench.await().until(() -> queue.status().troubles().isEmpty());
        }
    }

    @Test
    void a_proof_waits_for_room_in_its_folder_and_leaves_no_halves_behind() throws Exception {
        byte[] proof = new byte[BYTES];
        new Random(4).nextBytes(proof);
        ScriptedProver prover = ScriptedProver.of(job -> Optional.of(withBytes(ScriptedProver.proofOf(job), proof)));
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            URI store = URI.create(disk.root().toUri().toString().replaceAll("/$", ""));
            ProofQueue queue = bench.startWorker(
                    "w1", prover, bench.settings.withResults(new QueueSettings.Results(1_000, Optional.of(store))));
            disk.fillButFor(8 << 10);
            bench.submit("job");
            QueueBench.await()
                    .untilAsserted(() -> assertThat(queue.status().troubles())
                            .extracting(QueueStatus.Trouble::reasonCode)
                            .contains("STORAGE_UNAVAILABLE"));
            assertThat(bench.results()).isEmpty();

            disk.free();
            QueueBench.await()
                    .untilAsserted(() -> assertThat(bench.results())
                            .singleElement()
                            .satisfies(result -> {
                                assertThat(result.getAttempt()).isEqualTo(1);
                                PayloadReference reference = result.getProofReference();
                                assertThat(Path.of(URI.create(reference.getUri())))
                                        .hasBinaryContent(proof);
                            }));
            assertThat(prover.startsOf("job")).isEqualTo(1);
            assertThat(disk.root().toFile().list()).hasSize(1);
        }
    }

    private static Outcome.Proved withBytes(Outcome.Proved proved, byte[] proof) {
        return new Outcome.Proved(
                proved.curve(),
                proved.form(),
                ByteBuffer.wrap(proof),
                proved.publicSignals(),
                proved.circuitVersion(),
                proved.device(),
                proved.timings());
    }

    private QueueSettings spooling(QueueSettings settings) {
        return settings.withPayloads(settings.payloads()
                .withSpool(disk.root().resolve("spool"))
                .withLimits(1 << 20, 1 << 20)
                .withFileRoots(Set.of(payloads)));
    }

    private ProofRequest request(String id, byte[] content, Compression compression) throws IOException {
        byte[] stored = compression == Compression.NONE ? content : gzip(content);
        Path file = Files.write(payloads.resolve(id), stored);
        PayloadReference reference = new PayloadReference(
                file.toUri().toString(),
                HexFormat.of().formatHex(StatementDigest.sha256().digest(stored)),
                (long) stored.length);
        ProofRequest request = QueueBench.request(id);
        request.setPayloads(List.of(Payload.newBuilder()
                .setKind(PayloadKind.WITNESS)
                .setReference(reference)
                .setCompression(compression)
                .build()));
        return request;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }
}
