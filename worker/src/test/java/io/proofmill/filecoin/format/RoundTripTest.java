package io.proofmill.filecoin.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.circuit.Fixture;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
        assertThat(C1File.read("wrapped", new ByteArrayInputStream(wrapped(file, 2048))))
                .isEqualTo(plain);
    }

    private static byte[] wrapped(byte[] c1, long sectorSize) {
        String json = "{\"SectorNum\":642845,\"Phase1Out\":\""
                + Base64.getEncoder().encodeToString(c1) + "\",\"SectorSize\":" + sectorSize + "}";
        return json.getBytes(StandardCharsets.US_ASCII);
    }
}
