package io.proofmill.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.circom.CircomFixture;
import io.proofmill.cli.bench.BenchProofCommand;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class FileCommandsTest {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void set_up_prove_by_input_and_verify_go_together(CurveId curve) throws IOException {
        CircomFixture fixture = new CircomFixture(curve, "multiplier");
        assertThat(run(
                        new KeysCommand(),
                        "setup",
                        "--r1cs",
                        fixture.file("circuit.r1cs"),
                        "--out",
                        folder,
                        "--insecure"))
                .isZero();
        assertThat(out.toString()).contains("TOXIC");
        assertThat(run(
                        new ProveCommand(),
                        "--zkey",
                        folder.resolve("circuit.zkey"),
                        "--wasm",
                        fixture.file("circuit.wasm"),
                        "--input",
                        fixture.file("input.json"),
                        "--proof",
                        folder.resolve("p.json"),
                        "--public",
                        folder.resolve("s.json"),
                        "--report",
                        folder.resolve("r.json")))
                .isZero();
        assertThat(folder.resolve("s.json")).hasSameTextualContentAs(fixture.file("public.json"));
        assertThat(folder.resolve("r.json")).content().contains("msm-h", curve.circomName());
        assertThat(verify(folder.resolve("verification_key.json"), folder.resolve("p.json"), folder.resolve("s.json")))
                .isZero();
    }

    @Test
    void a_proof_for_another_statement_gives_exit_code_1() throws IOException {
        Path other = folder.resolve("s.json");
        Files.writeString(other, "[\"1\",\"2\",\"3\"]");
        assertThat(verify(MULTIPLIER.file("verification_key.json"), MULTIPLIER.file("proof.json"), other))
                .isEqualTo(1);
        assertThat(out.toString()).startsWith("INVALID_PROOF: ");
    }

    @Test
    void a_wrong_witness_is_refused_and_no_proof_is_written() {
        CircomFixture bits = new CircomFixture(CurveId.BN254, "bits");
        Path proof = folder.resolve("p.json");
        assertThat(run(
                        new ProveCommand(),
                        "--zkey",
                        MULTIPLIER.file("circuit.zkey"),
                        "--wtns",
                        bits.file("witness.wtns"),
                        "--proof",
                        proof,
                        "--public",
                        folder.resolve("s.json")))
                .isEqualTo(2);
        assertThat(out.toString())
                .startsWith("INVALID_WITNESS: the witness has 452 values, the proving key's circuit 5");
        assertThat(proof).doesNotExist();
    }

    @Test
    void a_set_up_without_saying_insecure_is_refused() {
        assertThat(run(new KeysCommand(), "setup", "--r1cs", MULTIPLIER.file("circuit.r1cs"), "--out", folder))
                .isEqualTo(2);
        assertThat(out.toString()).startsWith("USAGE: ").contains("--insecure");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void each_kind_of_file_is_told_by_its_content() {
        assertThat(inspect("circuit.r1cs")).contains("r1cs", "bn128", "constraints", "sha256");
        assertThat(inspect("witness.wtns")).contains("wtns", "bn128", "values");
        assertThat(inspect("circuit.zkey")).contains("zkey", "bn128", "domain");
        assertThat(inspect("circuit.wasm")).contains("wasm", "bn128", "values");
        assertThat(inspect("verification_key.json")).contains("verification key", "bn128", "publicInputs");
        assertThat(inspect("input.json")).contains("MALFORMED_FILE: ");
    }

    @Test
    void a_benchmark_tells_median_spread_and_stages() {
        assertThat(run(
                        new BenchProofCommand(),
                        "--zkey",
                        MULTIPLIER.file("circuit.zkey"),
                        "--wtns",
                        MULTIPLIER.file("witness.wtns"),
                        "--runs",
                        "2",
                        "--warm-up",
                        "0",
                        "--json",
                        folder.resolve("b.json")))
                .isZero();
        assertThat(out.toString()).contains("median", "msm-b2");
        assertThat(folder.resolve("b.json")).content().contains("medianSeconds", "medianPhaseSeconds");
    }

    private String inspect(String file) {
        out.getBuffer().setLength(0);
        run(new KeysCommand(), "inspect", MULTIPLIER.file(file));
        return out.toString();
    }

    private int verify(Path key, Path proof, Path signals) {
        return run(new VerifyCommand(), "--vkey", key, "--proof", proof, "--public", signals);
    }

    /** Runs a command with stdout and stderr in one buffer, failures turned into lines as the root command does. */
    private int run(Object command, Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        PrintWriter writer = new PrintWriter(out, true);
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(writer)
                .setErr(writer)
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    if (failure instanceof ProofmillException expected) {
                        writer.println(expected.reason() + ": " + expected.getMessage());
                        return expected.reason().exitCode();
                    }
                    throw failure;
                })
                .execute(texts);
    }
}
