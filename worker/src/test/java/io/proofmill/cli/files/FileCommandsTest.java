package io.proofmill.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.circom.CircomFixture;
import io.proofmill.cli.bench.BenchProofCommand;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
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
    void no_file_is_written_over_one_that_is_read_or_written_too() throws IOException {
        Path key = Files.copy(MULTIPLIER.file("circuit.zkey"), folder.resolve("k.zkey"));
        assertThat(prove(key, key, folder.resolve("s.json"))).isEqualTo(2);
        assertThat(out.toString()).startsWith("USAGE: " + key + " would be written over " + key);
        assertThat(key).hasSameBinaryContentAs(MULTIPLIER.file("circuit.zkey"));
        Path both = folder.resolve("both.json");
        assertThat(prove(key, both, folder.resolve("./both.json"))).isEqualTo(2);
        assertThat(both).doesNotExist();
    }

    @Test
    void an_output_that_cannot_be_written_leaves_the_others_unwritten() {
        Map<Path, byte[]> contents = new LinkedHashMap<>();
        contents.put(folder.resolve("p.json"), new byte[] {1});
        contents.put(Path.of("/dev/full"), new byte[] {2});
        assertThatThrownBy(() -> OutputFiles.write(contents)).isInstanceOf(IOException.class);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_folder_in_the_place_of_a_file_is_named() {
        assertThat(verify(folder, MULTIPLIER.file("proof.json"), MULTIPLIER.file("public.json")))
                .isEqualTo(2);
        assertThat(out.toString()).startsWith("USAGE: " + folder + " is a folder");
        out.getBuffer().setLength(0);
        assertThat(prove(folder, folder.resolve("p"), folder.resolve("s"))).isEqualTo(2);
        assertThat(out.toString()).startsWith("USAGE: " + folder + " is a folder");
    }

    @Test
    void a_set_up_for_a_file_that_is_no_system_makes_no_folder() {
        Path keys = folder.resolve("keys");
        assertThat(run(
                        new KeysCommand(),
                        "setup",
                        "--insecure",
                        "--r1cs",
                        MULTIPLIER.file("circuit.zkey"),
                        "--out",
                        keys))
                .isEqualTo(2);
        assertThat(keys).doesNotExist();
    }

    @Test
    void inspect_refuses_a_key_whose_verifying_points_are_none() throws IOException {
        Path key = folder.resolve("verification_key.json");
        String text = Files.readString(MULTIPLIER.file("verification_key.json"));
        String infinity = "\"vk_gamma_2\": [[\"0\", \"0\"], [\"1\", \"0\"], [\"0\", \"0\"]]";
        Files.writeString(
                key, text.replaceFirst("(?s)\"vk_gamma_2\": \\[.*?\\]\\s*\\]", Matcher.quoteReplacement(infinity)));
        assertThat(run(new KeysCommand(), "inspect", key)).isEqualTo(2);
        assertThat(out.toString()).startsWith("INVALID_KEY: ").contains("gamma2 is infinity");
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

    private int prove(Path key, Path proof, Path signals) {
        return run(
                new ProveCommand(),
                "--backend",
                "cpu",
                "--zkey",
                key,
                "--wtns",
                MULTIPLIER.file("witness.wtns"),
                "--proof",
                proof,
                "--public",
                signals);
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
