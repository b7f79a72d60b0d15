package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.circom.CircomFixture;
import io.proofmill.circom.R1cs;
import io.proofmill.circom.ZkeySetup;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Group;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Development keys made on a device. */
@Tag("gpu")
class DeviceSetupTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void the_same_secret_gives_the_same_key_file_as_on_the_processor(CurveId curve) throws IOException {
        Path ours = folder.resolve("device.zkey");
        Path expected = folder.resolve("processor.zkey");
        try (DeviceMultiples multiples = DeviceMultiples.open().orElseThrow()) {
            write(curve, multiples, ours);
        }
        write(curve, GeneratorMultiples.onProcessor(), expected);

        assertThat(Files.mismatch(ours, expected)).isEqualTo(-1);
    }

    /** More than the buffers hold at a time, with zero, one and the largest scalar among them. */
    @ParameterizedTest
    @EnumSource(CurveId.class)
    void multiples_of_several_pieces_are_the_processors(CurveId curve) {
        long seed = 20261130;
        int count = (1 << 20) + 12_345;
        BigInteger order = Curve.of(curve).fr().modulus();
        try (Arena arena = Arena.ofShared();
                DeviceMultiples multiples = DeviceMultiples.open().orElseThrow()) {
            MemorySegment scalars = arena.allocate((long) count * Scalars.BYTES, Scalars.BYTES);
            Random random = new Random(seed);
            for (int i = 0; i < count; i++) {
                BigInteger scalar = switch (i % 1000) {
                    case 0 -> BigInteger.ZERO;
                    case 1 -> BigInteger.ONE;
                    case 2 -> order.subtract(BigInteger.ONE);
                    default -> new BigInteger(250, random);
                };
                Scalars.write(scalar, scalars, (long) i * Scalars.BYTES);
            }
            Group group = Curve.of(curve).g1();
            MemorySegment ours = arena.allocate((long) count * group.pointBytes(), Scalars.BYTES);
            MemorySegment expected = arena.allocate((long) count * group.pointBytes(), Scalars.BYTES);
            multiples.multiply(group, scalars, ours, count, Work.UNATTENDED);
            GeneratorMultiples.onProcessor().multiply(group, scalars, expected, count, Work.UNATTENDED);

            assertThat(ours.mismatch(expected)).as("seed %d", seed).isEqualTo(-1);
        }
    }

    private static void write(CurveId curve, GeneratorMultiples multiples, Path zkey) throws IOException {
        BigInteger secret = BigInteger.valueOf(1_000_003);
        ToxicWaste waste = new ToxicWaste(
                secret, secret.add(BigInteger.ONE), secret.add(BigInteger.TWO), secret.pow(3), secret.pow(5));
        try (R1cs r1cs = new CircomFixture(curve, "chain").r1cs()) {
            new ZkeySetup(r1cs, waste, multiples).write(zkey, Work.UNATTENDED);
        }
    }
}
