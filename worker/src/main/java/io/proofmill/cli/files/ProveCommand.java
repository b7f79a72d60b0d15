package io.proofmill.cli.files;

import io.proofmill.circom.InputSignals;
import io.proofmill.circom.ProofJson;
import io.proofmill.circom.PublicJson;
import io.proofmill.circom.R1cs;
import io.proofmill.circom.WitnessCalculator;
import io.proofmill.circom.Wtns;
import io.proofmill.circom.Zkey;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.CheckedProver;
import io.proofmill.groth16.ConstraintCheck;
import io.proofmill.groth16.InputFile;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.Curve;
import io.proofmill.math.WarmUp;
import io.proofmill.math.Work;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proofmill prove}: a proof from files, checked before it is written. */
@Command(
        name = "prove",
        description = "Make a proof from a .zkey and a witness, or from the inputs and the circuit's .wasm.",
        mixinStandardHelpOptions = true)
public final class ProveCommand implements Callable<Integer> {
    @Option(names = "--zkey", required = true, description = "Proving key.")
    private Path zkey;

    @ArgGroup(multiplicity = "1")
    private Source source;

    @Option(names = "--r1cs", description = "Constraint system; names the constraint that a wrong witness breaks.")
    private Path r1cs;

    @Option(names = "--proof", required = true, description = "Where the proof goes (proof.json).")
    private Path proofFile;

    @Option(names = "--public", required = true, description = "Where the public signals go (public.json).")
    private Path publicFile;

    @Option(
            names = "--backend",
            defaultValue = "auto",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Backend backend;

    @Option(names = "--report", description = "Where a report with the times goes (JSON).")
    private Path report;

    /** Where the witness comes from. */
    private static final class Source {
        @Option(names = "--wtns", required = true, description = "Witness.")
        private Path wtns;

        @ArgGroup(exclusive = false)
        private Calculation calculation;
    }

    /** What the witness is calculated from. */
    private static final class Calculation {
        @Option(names = "--wasm", required = true, description = "The circuit's witness calculator.")
        private Path wasm;

        @Option(names = "--input", required = true, description = "Input signals (input.json).")
        private Path input;
    }

    @Override
    public Integer call() throws IOException {
        ProofReport times = new ProofReport();
        OutputFiles.requireWritable(Arrays.asList(proofFile, publicFile, report), inputs());
        try (Zkey key = times.time("load", () -> Zkey.open(zkey));
                BackgroundRead<Assignment> reading =
                        BackgroundRead.start("witness", () -> times.time("witness", this::witness))) {
            ProvingKey provingKey = times.time("index", key::provingKey);
            warmUp(Curve.of(provingKey.shape().curve()));
            VerifyingKey verifyingKey = key.verifyingKey();
            Assignment assignment = reading.get();
            Proof proof = prove(provingKey, verifyingKey, assignment, times);
            Map<Path, byte[]> results = new LinkedHashMap<>();
            results.put(proofFile, utf8(ProofJson.write(proof)));
            results.put(publicFile, utf8(PublicJson.write(assignment.publicInputs(verifyingKey.publicInputs()))));
            if (report != null) {
                results.put(report, utf8(times.json(provingKey.shape(), backend)));
            }
            OutputFiles.write(results);
        }
        return 0;
    }

    private List<Path> inputs() {
        return source.calculation == null
                ? Arrays.asList(zkey, r1cs, source.wtns)
                : Arrays.asList(zkey, r1cs, source.calculation.wasm, source.calculation.input);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The command line starts with the kernels of four words; a longer base field has its own. */
    private static void warmUp(Curve curve) {
        if (curve.fq().limbs() != curve.fr().limbs()) {
            WarmUp.start(curve.fq());
        }
    }

    private Proof prove(ProvingKey key, VerifyingKey verifyingKey, Assignment assignment, ProofReport times)
            throws IOException {
        SecureRandom random = new SecureRandom();
        CheckedProver prover = new CheckedProver(backend.open(), new PairingVerifier(random));
        Blinding blinding = Blinding.random(key.shape().curve(), random);
        try (R1cs constraints = r1cs == null ? null : R1cs.open(r1cs)) {
            Optional<ConstraintCheck> check = Optional.ofNullable(constraints);
            return times.time(
                    "prove",
                    () -> prover.prove(
                            key, verifyingKey, assignment, blinding, check, times.phases(), Work.UNATTENDED));
        }
    }

    private Assignment witness() throws IOException {
        if (source.calculation == null) {
            return Wtns.read(source.wtns);
        }
        InputFile wasm = new InputFile(source.calculation.wasm);
        InputFile input = new InputFile(source.calculation.input);
        InputSignals signals = InputSignals.read(input.name(), input.read());
        return WitnessCalculator.compile(wasm.name(), wasm.read()).calculate(signals, Work.UNATTENDED);
    }
}
