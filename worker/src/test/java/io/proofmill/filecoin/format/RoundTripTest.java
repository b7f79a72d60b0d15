package io.proofmill.filecoin.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.circuit.Fixture;
import io.proofmill.math.BadInputException;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Rust stack wrote is written back byte for byte. */
class RoundTripTest {
    @Test
    void a_c1_output() {
        byte[] file = Fixture.bytes("porep-2KiB/c1.json");
        assertThat(C1File.write(C1File.read("c1.json", new ByteArrayInputStream(file))))
                .isEqualTo(file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "window-2KiB/sector-112679.vanilla.bin",
                "window-2KiB/sector-112680.vanilla.bin",
                "winning-2KiB/sector-168397.vanilla.bin"
            })
    void a_post_s_vanilla_proof(String path) {
        byte[] file = Fixture.bytes(path);
        assertThat(PostVanillaFile.write(PostVanillaFile.read(path, file), SectorSize.KIB_2))
                .isEqualTo(file);
    }

    @Test
    void a_snap_s_vanilla_proof() {
        byte[] file = Fixture.bytes("snap-2KiB/partition-0.vanilla.bin");
        assertThat(SnapVanillaFile.write(SnapVanillaFile.read("partition-0", file), SectorSize.KIB_2))
                .isEqualTo(file);
    }

    @Test
    void curio_s_wrapper_of_a_c1_output_is_read_like_the_output_itself() {
        byte[] file = Fixture.bytes("porep-2KiB/c1.json");
        C1Output plain = C1File.read("c1.json", new ByteArrayInputStream(file));
        assertThat(C1File.read("wrapped", new ByteArrayInputStream(C1File.wrap(file, 642845, SectorSize.KIB_2))))
                .isEqualTo(plain);
    }

    @Test
    void a_wrapper_that_names_another_sector_size_is_refused() {
        byte[] wrapped = C1File.wrap(Fixture.bytes("porep-2KiB/c1.json"), 1, SectorSize.MIB_8);
        assertThatThrownBy(() -> C1File.read("wrapped", new ByteArrayInputStream(wrapped)))
                .isInstanceOf(BadInputException.class)
                .hasMessageEndingWith("expected a SectorSize of 2048, found 8388608");
    }
}
