package io.proofmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.proofmill.filecoin.format.BellmanVerifyingKey;
import io.proofmill.filecoin.format.ProofBytes;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilecoinEntryTest {
    private static final Path WINDOW = Path.of("src/test/resources/filecoin/window-2KiB");
    private static final String CIRCUIT = "filecoin/window-2KiB";
    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    Path state;

    @Test
    void two_sectors_vanilla_proofs_become_a_window_post_proof_that_bellperson_s_key_accepts() throws Exception {
        try (Engine engine = engine()) {
            ProofTask task = task(
                    payload(TaskPayload.Kind.INPUT, "public.json"),
                    payload(TaskPayload.Kind.VANILLA, "sector-112679.vanilla.bin"),
                    payload(TaskPayload.Kind.VANILLA, "sector-112680.vanilla.bin"));

            Map<String, String> told = new ConcurrentHashMap<>();
            TaskObserver observer = new TaskObserver() {
                @Override
                public void facts(Map<String, String> facts) {
                    told.putAll(facts);
                }
            };

            ProofAnswer answer = engine.prove(task, observer, Work.UNATTENDED).get();

            assertThat(told)
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "kind", "window",
                            "sectorSize", "2KiB",
                            "miner", "1000",
                            "sectors", "2",
                            "sector", "112679,112680"));

            byte[] proof = new byte[answer.proof().remaining()];
            answer.proof().duplicate().get(proof);
            var key = BellmanVerifyingKey.read("the key", Files.readAllBytes(WINDOW.resolve("window-2KiB.vk")))
                    .verifyingKey();
            Claim claim =
                    new Claim(answer.publicSignals(), ProofBytes.read(proof, 1).getFirst());
            assertThat(answer.form()).isEqualTo("BELLMAN_192");
            assertThat(new PairingVerifier(RANDOM).verify(key, claim)).isTrue();
        }
    }

    @Test
    void vanilla_proofs_of_the_wrong_sectors_are_refused_before_anything_is_proved() throws Exception {
        try (Engine engine = engine()) {
            List<String> stages = new ArrayList<>();
            TaskObserver observer = new TaskObserver() {
                @Override
                public void started(String stage) {
                    stages.add(stage);
                }
            };
            ProofTask task = task(
                    payload(TaskPayload.Kind.INPUT, "public.json"),
                    payload(TaskPayload.Kind.VANILLA, "sector-112680.vanilla.bin"),
                    payload(TaskPayload.Kind.VANILLA, "sector-112679.vanilla.bin"));

            Throwable failure = catchThrowable(
                    () -> engine.prove(task, observer, Work.UNATTENDED).get());

            assertThat(failure).hasCauseInstanceOf(ProofmillException.class);
            assertThat(((ProofmillException) failure.getCause()).reason()).isEqualTo(ReasonCode.INVALID_WITNESS);
            assertThat(stages).isEmpty();
        }
    }

    private Engine engine() throws IOException {
        CheckedFiles checked = new CheckedFiles(state.resolve("checked"));
        Catalogue catalogue = new Catalogue(() -> FilecoinEntry.inFolder(WINDOW, checked));
        return new Engine(
                catalogue,
                new MemoryBudget(1L << 30),
                new DevicePool(List.of(ProvingDevice.cpu(new CpuProver()))),
                new PairingVerifier(RANDOM),
                curve -> Blinding.random(curve, RANDOM),
                2,
                key -> {});
    }

    private static ProofTask task(TaskPayload... payloads) {
        return new ProofTask("job-1", CIRCUIT, Optional.empty(), List.of(payloads), Optional.empty(), Optional.empty());
    }

    private static TaskPayload payload(TaskPayload.Kind kind, String file) throws IOException {
        return new TaskPayload(kind, file, MemorySegment.ofArray(Files.readAllBytes(WINDOW.resolve(file))));
    }
}
