package io.proofmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.circom.CircomFixture;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A key that is refused is let go: every attempt of every job that asks for it would leave another mapping behind. */
@EnabledOnOs(OS.LINUX) // the system lists the process' mappings there
class KeyLoadingTest {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");
    private static final Path WINDOW = Path.of("src/test/resources/filecoin/window-2KiB");

    @TempDir
    private Path folder;

    @Test
    void a_circom_key_with_a_bad_point_stays_mapped_no_longer_than_its_check() throws IOException {
        Path zkey = folder.resolve("circuit.zkey");
        byte[] bytes = MULTIPLIER.bytes("circuit.zkey");
        // The last bytes before the contributions are points of H.
        bytes[bytes.length - 600] ^= 1;
        Files.write(zkey, bytes);
        CircomFiles files = new CircomFiles(
                "multiplier", zkey, MULTIPLIER.file("verification_key.json"), Optional.empty(), Optional.empty());
        CircomCircuit circuit = CircomCircuit.open(files, checked());

        assertThatThrownBy(() -> circuit.load(Work.UNATTENDED)).isInstanceOf(BadInputException.class);

        assertThat(mappingsOf(zkey)).isZero();
    }

    @Test
    void a_circom_key_with_a_bad_coefficient_is_let_go_too() throws IOException {
        Path zkey = folder.resolve("circuit.zkey");
        byte[] bytes = MULTIPLIER.bytes("circuit.zkey");
        // The first coefficient's matrix, after the header and four points of IC.
        bytes[984] = 7;
        Files.write(zkey, bytes);
        CircomFiles files = new CircomFiles(
                "multiplier", zkey, MULTIPLIER.file("verification_key.json"), Optional.empty(), Optional.empty());
        CircomCircuit circuit = CircomCircuit.open(files, checked());

        assertThatThrownBy(() -> circuit.load(Work.UNATTENDED))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("matrix 7");

        assertThat(mappingsOf(zkey)).isZero();
    }

    @Test
    void a_filecoin_key_with_a_bad_point_stays_mapped_no_longer_than_its_check() throws IOException {
        Path params = folder.resolve("window-2KiB.params");
        byte[] bytes = Files.readAllBytes(WINDOW.resolve("window-2KiB.params"));
        bytes[3076 + 4 + 95] ^= 1;
        Files.write(params, bytes);
        Files.copy(WINDOW.resolve("window-2KiB.vk"), folder.resolve("window-2KiB.vk"));
        FilecoinEntry entry = FilecoinEntry.inFolder(folder, checked()).getFirst();

        assertThatThrownBy(() -> entry.load(Work.UNATTENDED))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("H");

        assertThat(mappingsOf(params)).isZero();
    }

    private CheckedFiles checked() throws IOException {
        return new CheckedFiles(folder.resolve("checked"));
    }

    private static long mappingsOf(Path file) throws IOException {
        try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
            return mappings.filter(line -> line.endsWith(file.toString())).count();
        }
    }
}
