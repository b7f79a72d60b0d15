package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.ProofResult;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proofs on both sides of the limit for a message, through a whole worker. */
@OnTestBroker
class LargeProofIT {
    private static final int LIMIT = 1_000;

    private static TestBroker broker;

    @TempDir
    private Path store;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void a_proof_over_the_limit_is_named_by_its_result_and_is_what_a_consumer_reads_there() throws Exception {
        byte[] atLimit = proof(LIMIT);
        byte[] large = proof(5 << 20); // larger than any message of the results' topic
        ScriptedProver prover =
                ScriptedProver.of(job -> Optional.of(proved(job, job.id().equals("large") ? large : atLimit)));
        try (QueueBench bench = new QueueBench(broker, GroupProtocol.CONSUMER)) {
            URI folder = URI.create(store.toUri().toString().replaceAll("/$", ""));
            bench.startWorker(
                    "w1", prover, bench.settings.withResults(new QueueSettings.Results(LIMIT, Optional.of(folder))));
            bench.submit("large");
            bench.submit("small");
            QueueBench.await().untilAsserted(() -> assertThat(bench.results()).hasSize(2));
            ProofResult small = resultOf(bench, "small").getFirst();
            assertThat(small.getProofReference()).isNull();
            assertThat(RawRecord.unwrap(small.getProof())).isEqualTo(atLimit);
            ProofResult result = resultOf(bench, "large").getFirst();
            assertThat(result.getProof()).isNull();
            assertThat(read(result.getProofReference())).isEqualTo(large);

            bench.submit("large");
            QueueBench.await()
                    .untilAsserted(() -> assertThat(resultOf(bench, "large"))
                            .as("the same job again gets the same reference")
                            .hasSize(2)
                            .extracting(ProofResult::getProofReference)
                            .containsOnly(result.getProofReference()));
            assertThat(prover.startsOf("large")).isEqualTo(1);
            assertThat(store.toFile().list()).hasSize(1);
        }
    }

    /** As a consumer must: the bytes count when their number and their digest are those of the result. */
    private static byte[] read(PayloadReference reference) throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(URI.create(reference.getUri())));
        assertThat(bytes).hasSize(Math.toIntExact(reference.getSize()));
        assertThat(HexFormat.of().formatHex(StatementDigest.sha256().digest(bytes)))
                .isEqualTo(reference.getSha256());
        return bytes;
    }

    private static List<ProofResult> resultOf(QueueBench bench, String jobId) {
        return bench.results().stream()
                .filter(result -> result.getJobId().equals(jobId))
                .toList();
    }

    private static byte[] proof(int bytes) {
        byte[] proof = new byte[bytes];
        new Random(bytes).nextBytes(proof);
        return proof;
    }

    private static Outcome.Proved proved(Job job, byte[] proof) {
        Outcome.Proved usual = ScriptedProver.proofOf(job);
        return new Outcome.Proved(
                usual.curve(),
                usual.form(),
                ByteBuffer.wrap(proof),
                usual.publicSignals(),
                usual.circuitVersion(),
                usual.device(),
                usual.timings());
    }
}
