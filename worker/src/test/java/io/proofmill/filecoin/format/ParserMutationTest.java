package io.proofmill.filecoin.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.circuit.Fixture;
import io.proofmill.math.BadInputException;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is done to a file, its parser either reads it or refuses it in one sentence. */
class ParserMutationTest {
    private static final long SEED = 20_261_130;
    private static final int MUTANTS = 200;

    /** A parser allocates in proportion to the file, whatever the file claims. */
    private static final long MOST_PER_BYTE = 400;

    private static final long FIXED = 1 << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final FilecoinCircuit POREP = FilecoinCircuit.of("filecoin/porep-2KiB");

    static Stream<Arguments> parsers() {
        return Stream.of(
                parser("window-2KiB/sector-112679.vanilla.bin", bytes -> PostVanillaFile.read("f", bytes)),
                parser("snap-2KiB/partition-0.vanilla.bin", bytes -> SnapVanillaFile.read("f", bytes)),
                parser("porep-2KiB/c1.json", bytes -> C1File.read("f", new ByteArrayInputStream(bytes))),
                parser("porep-2KiB/public.json", bytes -> PublicFile.read("f", new ByteArrayInputStream(bytes), POREP)),
                parser("window-2KiB/window-2KiB.vk", bytes -> BellmanVerifyingKey.read("f", bytes)),
                parser("window-2KiB/proof.bin", bytes -> ProofBytes.read(bytes, 1)));
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_mutant_is_read_or_refused(String file, Consumer<byte[]> parser) {
        byte[] original = Fixture.bytes(file);
        Random random = new Random(SEED);
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = mutant(original, random);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                parser.accept(mutant);
            } catch (BadInputException e) {
                assertThat(e.getMessage()).as("mutant %d of seed %d", i, SEED).isNotBlank();
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("mutant " + i + " of seed " + SEED + " of " + file, e);
            }
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                    .as("bytes that mutant %d of seed %d allocated", i, SEED)
                    .isLessThan(FIXED + MOST_PER_BYTE * mutant.length);
        }
        assertThat(refused).isPositive();
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void a_truncated_file_is_refused(String file, Consumer<byte[]> parser) {
        byte[] original = Fixture.bytes(file);
        int last = new String(original, StandardCharsets.ISO_8859_1)
                        .stripTrailing()
                        .length()
                - 1;
        int step = Math.max(1, original.length / 100);
        for (int length = 0; length <= last; length += step) {
            byte[] cut = Arrays.copyOf(original, length);
            assertThatThrownBy(() -> parser.accept(cut))
                    .as("%s cut to %d bytes", file, length)
                    .isInstanceOf(BadInputException.class);
        }
    }

    private static Arguments parser(String file, Consumer<byte[]> parser) {
        return Arguments.of(file, parser);
    }

    /** Flips bits, overwrites, cuts, repeats, or puts in a length of 2^60. */
    private static byte[] mutant(byte[] original, Random random) {
        byte[] bytes = original.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(5)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> random.nextBytes(bytes);
            case 2 -> bytes = Arrays.copyOf(bytes, at);
            case 3 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(64));
            default -> {
                byte[] length = {0, 0, 0, 0, 0, 0, 0, 16};
                System.arraycopy(length, 0, bytes, at, Math.min(8, bytes.length - at));
            }
        }
        return bytes;
    }
}
