package io.proofmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.proofmill.circom.ProofJson;
import io.proofmill.circom.PublicJson;
import io.proofmill.circom.VerificationKeyJson;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.ProofSums;
import io.proofmill.groth16.Prover;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EngineTest {
    private static final Path FIXTURES = Path.of("src/test/resources/circom");
    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    Path state;

    private final MemoryBudget budget = new MemoryBudget(1L << 30);

    @ParameterizedTest
    @EnumSource
    void a_witness_becomes_a_proof_that_verifies(CurveId curve) throws Exception {
        try (Engine engine = engine(curve, cpu())) {
            ProofAnswer answer = engine.prove(witnessTask(curve, "chain"), TaskObserver.NONE, Work.UNATTENDED)
                    .get();

            assertThat(answer.form()).isEqualTo("SNARKJS_JSON");
            assertThat(answer.publicSignals()).isEqualTo(signals(curve, "chain"));
            assertThat(verifies(curve, "chain", answer)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_input_becomes_a_proof_of_the_same_statement(CurveId curve) throws Exception {
        try (Engine engine = engine(curve, cpu())) {
            ProofTask task = task(curve, "chain", TaskPayload.Kind.INPUT, "input.json");

            ProofAnswer answer =
                    engine.prove(task, TaskObserver.NONE, Work.UNATTENDED).get();

            assertThat(answer.publicSignals()).isEqualTo(signals(curve, "chain"));
            assertThat(verifies(curve, "chain", answer)).isTrue();
        }
    }

    @Test
    void a_witness_that_breaks_a_constraint_is_refused_with_the_constraint_and_nothing_is_left_reserved()
            throws Exception {
        try (Engine engine = engine(CurveId.BN254, cpu())) {
            byte[] bytes = file(CurveId.BN254, "chain", "witness.wtns");
            bytes[bytes.length - 32]++;
            long keyBytes = Files.size(FIXTURES.resolve("bn128/chain/circuit.zkey"));

            ProofmillException failure =
                    failure(engine, task("chain", TaskPayload.Kind.WITNESS, bytes), Work.UNATTENDED);

            assertThat(failure.reason()).isEqualTo(ReasonCode.UNSATISFIED);
            assertThat(failure).hasMessageMatching("the witness breaks constraint \\d+ of circuit chain");
            assertThat(budget.reserved()).isEqualTo(keyBytes);
        }
    }

    @Test
    void an_unknown_circuit_is_refused_with_the_ones_that_are_there() throws Exception {
        try (Engine engine = engine(CurveId.BN254, cpu())) {
            ProofTask task = task("chian", TaskPayload.Kind.WITNESS, new byte[1]);

            ProofmillException failure = failure(engine, task, Work.UNATTENDED);

            assertThat(failure.reason()).isEqualTo(ReasonCode.UNKNOWN_CIRCUIT);
            assertThat(failure).hasMessageContaining("bits, chain, multiplier");
        }
    }

    @Test
    void public_signals_other_than_the_expected_ones_are_refused() throws Exception {
        try (Engine engine = engine(CurveId.BN254, cpu())) {
            ProofTask good = witnessTask(CurveId.BN254, "multiplier");
            ProofTask other = new ProofTask(
                    good.id(),
                    good.circuit(),
                    good.version(),
                    good.payloads(),
                    Optional.of(List.of(BigInteger.ONE)),
                    good.avoidDevice());

            assertThat(failure(engine, other, Work.UNATTENDED).reason()).isEqualTo(ReasonCode.INVALID_WITNESS);
        }
    }

    @Test
    void a_device_that_computes_wrongly_is_blamed_and_its_proof_never_leaves() throws Exception {
        Prover wrong = (key, assignment, observer, work) -> {
            ProofSums sums = new CpuProver().sums(key, assignment, observer, work);
            return new ProofSums(sums.a().add(key.constants().alpha1()), sums.b1(), sums.b2(), sums.l(), sums.h());
        };
        try (Engine engine =
                engine(CurveId.BN254, new ProvingDevice("broken:0", wrong, 1, DeviceTrust.ALWAYS, false))) {
            ProofmillException failure = failure(engine, witnessTask(CurveId.BN254, "chain"), Work.UNATTENDED);

            assertThat(failure.reason()).isEqualTo(ReasonCode.SELF_CHECK_FAILED);
            assertThat(failure).hasMessageContaining("broken:0");
        }
    }

    @Test
    void a_cancelled_task_ends_as_cancelled() throws Exception {
        try (Engine engine = engine(CurveId.BN254, cpu())) {
            Throwable failure = catchThrowable(
                    () -> engine.prove(witnessTask(CurveId.BN254, "chain"), TaskObserver.NONE, () -> true)
                            .get());

            assertThat(failure).isInstanceOfAny(CancellationException.class, ExecutionException.class);
            assertThat(failure instanceof ExecutionException wrapped ? wrapped.getCause() : failure)
                    .isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void the_stages_are_told_in_their_order() throws Exception {
        List<String> stages = Collections.synchronizedList(new ArrayList<>());
        TaskObserver observer = new TaskObserver() {
            @Override
            public void onDevice(String device) {
                stages.add("on " + device);
            }

            @Override
            public void started(String stage) {
                stages.add(stage);
            }
        };
        try (Engine engine = engine(CurveId.BN254, cpu())) {
            engine.prove(witnessTask(CurveId.BN254, "multiplier"), observer, Work.UNATTENDED)
                    .get();
        }
        assertThat(stages)
                .containsSubsequence(
                        "synthesis",
                        "on cpu",
                        "proving",
                        "proving.spmv",
                        "proving.ntt",
                        "proving.msm-h",
                        "proving.assemble",
                        "check");
    }

    @Test
    void a_verification_key_of_another_circuit_is_refused_when_the_catalogue_opens() throws IOException {
        Path circuits = FIXTURES.resolve("bn128");
        CircomFiles mixed = new CircomFiles(
                "mixed",
                circuits.resolve("chain/circuit.zkey"),
                circuits.resolve("bits/verification_key.json"),
                Optional.empty(),
                Optional.empty());
        CheckedFiles checked = new CheckedFiles(state.resolve("checked"));

        Throwable failure = catchThrowable(() -> CircomCircuit.open(mixed, checked));

        assertThat(failure).isInstanceOf(ProofmillException.class);
        assertThat(((ProofmillException) failure).reason()).isEqualTo(ReasonCode.INVALID_KEY);
    }

    private Engine engine(CurveId curve, ProvingDevice device) throws IOException {
        CheckedFiles checked = new CheckedFiles(state.resolve("checked"));
        List<Circuit> circuits = new ArrayList<>();
        for (CircomFiles files : CircomFiles.inFolder(FIXTURES.resolve(curve.circomName()))) {
            circuits.add(CircomCircuit.open(files, checked));
        }
        return new Engine(
                new Catalogue(() -> circuits),
                budget,
                new DevicePool(List.of(device)),
                new PairingVerifier(RANDOM),
                id -> Blinding.random(id, RANDOM),
                2,
                key -> {});
    }

    private static ProvingDevice cpu() {
        return ProvingDevice.cpu(new CpuProver());
    }

    private static ProofTask witnessTask(CurveId curve, String circuit) throws IOException {
        return task(curve, circuit, TaskPayload.Kind.WITNESS, "witness.wtns");
    }

    private static ProofTask task(CurveId curve, String circuit, TaskPayload.Kind kind, String file)
            throws IOException {
        return task(circuit, kind, file(curve, circuit, file));
    }

    private static ProofTask task(String circuit, TaskPayload.Kind kind, byte[] bytes) {
        TaskPayload payload = new TaskPayload(kind, "the payload", MemorySegment.ofArray(bytes));
        return new ProofTask("job-1", circuit, Optional.empty(), List.of(payload), Optional.empty(), Optional.empty());
    }

    private static byte[] file(CurveId curve, String circuit, String name) throws IOException {
        return Files.readAllBytes(
                FIXTURES.resolve(curve.circomName()).resolve(circuit).resolve(name));
    }

    private static List<BigInteger> signals(CurveId curve, String circuit) throws IOException {
        return PublicJson.read("public.json", file(curve, circuit, "public.json"));
    }

    private static boolean verifies(CurveId curve, String circuit, ProofAnswer answer) throws IOException {
        var key = VerificationKeyJson.read("vkey", file(curve, circuit, "verification_key.json"));
        var proof = ProofJson.read("the answer", bytes(answer), curve);
        return new PairingVerifier(RANDOM).verify(key, new Claim(answer.publicSignals(), proof));
    }

    private static byte[] bytes(ProofAnswer answer) {
        byte[] bytes = new byte[answer.proof().remaining()];
        answer.proof().duplicate().get(bytes);
        return bytes;
    }

    private static ProofmillException failure(Engine engine, ProofTask task, Work work) {
        Throwable failure =
                catchThrowable(() -> engine.prove(task, TaskObserver.NONE, work).get());
        assertThat(failure).hasCauseInstanceOf(ProofmillException.class);
        return (ProofmillException) failure.getCause();
    }
}
