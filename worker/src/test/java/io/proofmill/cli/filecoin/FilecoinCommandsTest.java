package io.proofmill.cli.filecoin;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.math.ProofmillException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands as typed, on the fixtures of the Rust stack. */
class FilecoinCommandsTest {
    private static final Path FIXTURES = Path.of("src/test/resources/filecoin");
    private static final Path WINDOW = FIXTURES.resolve("window-2KiB");
    private static final String CIRCUIT = "filecoin/window-2KiB";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();

    @Test
    void assignment_prints_the_fixture_s_text() throws IOException {
        assertThat(filecoin(
                        "assignment",
                        "--circuit",
                        CIRCUIT,
                        "--public",
                        WINDOW.resolve("public.json"),
                        "--vanilla",
                        WINDOW.resolve("sector-112679.vanilla.bin"),
                        WINDOW.resolve("sector-112680.vanilla.bin")))
                .isZero();
        assertThat(out).hasToString(Files.readString(WINDOW.resolve("assignment.txt")));
    }

    @Test
    void a_proof_by_prove_is_valid_for_its_statement_and_for_no_other() throws IOException {
        Path proof = folder.resolve("proof.bin");
        Path report = folder.resolve("report.json");
        assertThat(filecoin(
                        "prove",
                        "--circuit",
                        CIRCUIT,
                        "--params-dir",
                        WINDOW,
                        "--public",
                        WINDOW.resolve("public.json"),
                        "--proof",
                        proof,
                        "--report",
                        report,
                        "--backend",
                        "cpu",
                        "--vanilla",
                        WINDOW.resolve("sector-112679.vanilla.bin"),
                        WINDOW.resolve("sector-112680.vanilla.bin")))
                .isZero();
        assertThat(report).content().contains("synthesis of part 0", "msm-h");
        assertThat(verify(proof, WINDOW.resolve("public.json"))).isZero();
        assertThat(out).hasToString("valid\n");

        Path other = folder.resolve("other.json");
        String text = Files.readString(WINDOW.resolve("public.json"));
        Files.writeString(other, text.replace("\"randomness\": \"03", "\"randomness\": \"04"));
        assertThat(verify(proof, other)).isEqualTo(1);
    }

    @Test
    void bellperson_s_own_proof_is_valid() {
        assertThat(verify(WINDOW.resolve("proof.bin"), WINDOW.resolve("public.json")))
                .isZero();
    }

    @Test
    void inspect_says_what_each_file_is() throws IOException {
        assertThat(inspect(WINDOW.resolve("window-2KiB.params"))).contains(CIRCUIT);
        assertThat(inspect(WINDOW.resolve("window-2KiB.vk"))).contains("verifying key", "23");
        assertThat(inspect(WINDOW.resolve("proof.bin"))).contains("proof", "parts");
        assertThat(inspect(WINDOW.resolve("sector-112679.vanilla.bin"))).contains("PoSt", "112679");
        assertThat(inspect(FIXTURES.resolve("snap-2KiB/partition-0.vanilla.bin")))
                .contains("EmptySectorUpdate");
        assertThat(inspect(FIXTURES.resolve("porep-2KiB/c1.json"))).contains("C1 output", "StackedDrg2KiBV1_1");
        Path unknown = folder.resolve("unknown.bin");
        Files.write(unknown, new byte[100]);
        assertThat(filecoin("inspect", unknown)).isEqualTo(2);
        assertThat(out.toString()).startsWith("MALFORMED_FILE: ");
    }

    @Test
    void inspect_counts_the_points_of_a_key_and_refuses_one_that_is_cut() throws IOException {
        assertThat(inspect(WINDOW.resolve("window-2KiB.params"))).contains("points of H        32767");
        Path cut = folder.resolve("window-2KiB.params");
        byte[] whole = Files.readAllBytes(WINDOW.resolve("window-2KiB.params"));
        Files.write(cut, Arrays.copyOf(whole, whole.length - 1));
        assertThat(filecoin("inspect", cut)).isEqualTo(2);
        assertThat(out.toString()).startsWith("MALFORMED_FILE: ").contains("B in G2");
    }

    @Test
    void inspect_says_why_a_file_is_none_of_those_it_knows() throws IOException {
        Path longer = folder.resolve("sector.vanilla.bin");
        byte[] whole = Files.readAllBytes(WINDOW.resolve("sector-112679.vanilla.bin"));
        Files.write(longer, Arrays.copyOf(whole, whole.length + 1));
        assertThat(filecoin("inspect", longer)).isEqualTo(2);
        assertThat(out.toString()).contains("expected the end of the file, found 1 more bytes");
    }

    @Test
    void inspect_refuses_a_verifying_key_with_a_point_off_its_curve() throws IOException {
        Path changed = folder.resolve("window-2KiB.vk");
        byte[] bytes = Files.readAllBytes(WINDOW.resolve("window-2KiB.vk"));
        bytes[0] ^= 1;
        Files.write(changed, bytes);
        assertThat(filecoin("inspect", changed)).isEqualTo(2);
        assertThat(out.toString()).startsWith("INVALID_KEY: ").contains("alpha1");
    }

    @Test
    void a_statement_may_hold_any_text_in_members_that_no_verifier_knows() throws IOException {
        Path noted = folder.resolve("public.json");
        String text = Files.readString(WINDOW.resolve("public.json"));
        String note = "\"note\": \"said \\\"so\\\" " + "a".repeat(5000) + "\",";
        Files.writeString(noted, "{" + note + text.substring(text.indexOf('{') + 1));
        assertThat(verify(WINDOW.resolve("proof.bin"), noted))
                .as(out.toString())
                .isZero();
    }

    @Test
    void a_part_a_row_and_an_interval_that_are_not_there_are_refused() {
        assertThat(filecoin(
                        "assignment",
                        "--circuit",
                        CIRCUIT,
                        "--part",
                        "1",
                        "--public",
                        WINDOW.resolve("public.json"),
                        "--vanilla",
                        WINDOW.resolve("sector-112679.vanilla.bin"),
                        WINDOW.resolve("sector-112680.vanilla.bin")))
                .isEqualTo(2);
        assertThat(out.toString()).startsWith("INVALID_REQUEST: ").contains("parts 0 to 0, not 1");
        assertThat(r1cs("compare", CIRCUIT, CIRCUIT, "--row", "99999999999")).isEqualTo(2);
        assertThat(out.toString()).startsWith("USAGE: window-2KiB has rows 0 to 21865, not 99999999999");
        assertThat(r1cs("digest", "--circuit", CIRCUIT, "--interval", "0")).isEqualTo(2);
        assertThat(out.toString()).startsWith("USAGE: the interval between checkpoints");
    }

    @Test
    void a_proof_over_one_of_its_own_inputs_is_refused_before_it_is_made() throws IOException {
        Path params = Files.copy(WINDOW.resolve("window-2KiB.params"), folder.resolve("window-2KiB.params"));
        assertThat(filecoin(
                        "prove",
                        "--circuit",
                        CIRCUIT,
                        "--params",
                        params,
                        "--public",
                        WINDOW.resolve("public.json"),
                        "--proof",
                        params,
                        "--vanilla",
                        WINDOW.resolve("sector-112679.vanilla.bin")))
                .isEqualTo(2);
        assertThat(out.toString()).startsWith("USAGE: ").contains("would be written over");
        assertThat(params).hasSameBinaryContentAs(WINDOW.resolve("window-2KiB.params"));
    }

    @Test
    void sample_makes_files_that_assignment_accepts() {
        assertThat(filecoin("sample", "--circuit", "filecoin/winning-2KiB", "--seed", "7", "--out", folder))
                .isZero();
        assertThat(filecoin(
                        "assignment",
                        "--circuit",
                        "filecoin/winning-2KiB",
                        "--public",
                        folder.resolve("public.json"),
                        "--vanilla",
                        folder.resolve("sector-1.vanilla.bin")))
                .isZero();
        assertThat(out.toString()).contains("aux_one");
    }

    @Test
    void sample_makes_the_other_variants_of_a_porep_too() throws IOException {
        assertThat(filecoin(
                        "sample", "--circuit", "filecoin/porep-2KiB", "--variant", "non_interactive", "--out", folder))
                .isZero();
        assertThat(folder.resolve("public.json")).content().contains("StackedDrg2KiBV1_2_Feat_NonInteractivePoRep");
        assertThat(filecoin("sample", "--circuit", CIRCUIT, "--variant", "synthetic", "--out", folder))
                .isEqualTo(2);
        assertThat(out.toString()).startsWith("USAGE: only a PoRep has variants");
    }

    @Test
    void digest_prints_the_fixture_s_text() throws IOException {
        assertThat(r1cs("digest", "--circuit", CIRCUIT, "--checkpoints")).isZero();
        String fixture = Files.readString(FIXTURES.resolve("r1cs/window-2KiB.txt"));
        assertThat(out.toString().lines())
                .containsExactlyElementsOf(fixture.lines().toList());
    }

    @Test
    void compare_finds_equal_circuits_equal_and_prints_a_row_on_request() {
        Path fixture = FIXTURES.resolve("r1cs/window-2KiB.txt");
        assertThat(r1cs("compare", CIRCUIT, fixture, "--row", "0")).isZero();
        assertThat(out.toString()).contains("row 0 of window-2KiB").endsWith("equal\n");
    }

    @Test
    void compare_names_the_first_block_of_rows_that_differs() throws IOException {
        Path changed = folder.resolve("changed.txt");
        String text = Files.readString(FIXTURES.resolve("r1cs/window-2KiB.txt"));
        String row = text.lines()
                .filter(line -> line.startsWith("row 2048:"))
                .findFirst()
                .orElseThrow();
        Files.writeString(
                changed,
                text.replace(row, "row 2048: 0000000000000000").replace("r1cs_sha256: 8a2c", "r1cs_sha256: 0000"));
        assertThat(r1cs("compare", CIRCUIT, changed)).isEqualTo(1);
        assertThat(out.toString()).contains("rows 1024 to 2047");
    }

    @Tag("slow")
    @Test
    void bench_makes_a_key_and_proves_whole_proofs_with_it() {
        assertThat(run(
                        new BenchFilecoinCommand(),
                        "--circuit",
                        CIRCUIT,
                        "--make-key",
                        "--runs",
                        "1",
                        "--backend",
                        "cpu"))
                .isZero();
        assertThat(out.toString()).contains("make the key", "prove all parts", "verified                 true");
    }

    private int verify(Path proof, Path statement) {
        return filecoin(
                "verify",
                "--circuit",
                CIRCUIT,
                "--vk",
                WINDOW.resolve("window-2KiB.vk"),
                "--public",
                statement,
                "--proof",
                proof);
    }

    private String inspect(Path file) {
        assertThat(filecoin("inspect", file)).as(out.toString()).isZero();
        return out.toString();
    }

    private int filecoin(Object... arguments) {
        return run(new FilecoinCommand(), arguments);
    }

    private int r1cs(Object... arguments) {
        return run(new R1csCommand(), arguments);
    }

    private int run(Object command, Object... arguments) {
        out.getBuffer().setLength(0);
        PrintWriter writer = new PrintWriter(out, true);
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(writer)
                .setErr(writer)
                .setExecutionExceptionHandler((failure, line, result) -> {
                    if (failure instanceof ProofmillException expected) {
                        writer.println(expected.reason() + ": " + expected.getMessage());
                        return expected.reason().exitCode();
                    }
                    throw failure;
                })
                .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }
}
