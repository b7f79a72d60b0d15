package io.proofmill.filecoin.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.circuit.Fixture;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is done to a proving key of bellperson's, it is opened and found sound, or refused in one sentence, and never allocates what it only claims. */
class KeyMutationTest {
    private static final long SEED = 20_261_130;
    private static final int MUTANTS = 60;

    /** Of the verifying key at the file's start; the five counts follow within the lists. */
    private static final int HEAD = 3076;

    private static final long MOST_ALLOCATED = 16 << 20;

    private static Circuit circuit;
    private static byte[] original;

    @TempDir
    private Path folder;

    private Path key;

    @BeforeAll
    static void read() {
        circuit = FilecoinCircuit.of("filecoin/window-2KiB").build();
        original = Fixture.bytes("window-2KiB/window-2KiB.params");
    }

    @BeforeEach
    void copy() throws IOException {
        key = folder.resolve("window-2KiB.params");
        Files.write(key, original);
    }

    @Test
    void a_cut_key_is_refused() throws IOException {
        Random random = new Random(SEED);
        for (int i = 0; i < MUTANTS; i++) {
            int length = i < 20 ? random.nextInt(HEAD) : random.nextInt(original.length);
            cut(length);
            assertThat(open()).as("cut to %d bytes, seed %d", length, SEED).isEqualTo(ReasonCode.MALFORMED_FILE);
            Files.write(key, original);
        }
    }

    @Test
    void a_longer_key_is_refused() throws IOException {
        Files.write(key, new byte[] {0}, StandardOpenOption.APPEND);
        assertThat(open()).isEqualTo(ReasonCode.MALFORMED_FILE);
    }

    @Test
    void a_count_of_2_to_the_32_is_refused_before_anything_is_allocated() throws IOException {
        overwrite(HEAD, new byte[] {-1, -1, -1, -1});
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThat(open()).isEqualTo(ReasonCode.MALFORMED_FILE);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MOST_ALLOCATED);
    }

    @Test
    void flags_and_coordinates_that_no_point_has_are_refused() throws IOException {
        overwrite(0, new byte[] {(byte) (original[0] ^ 0x80)});
        assertThat(open()).isEqualTo(ReasonCode.INVALID_KEY);
        overwrite(0, new byte[] {0x1f, -1, -1, -1});
        assertThat(open()).isEqualTo(ReasonCode.INVALID_KEY);
    }

    @Test
    void a_verifying_key_without_a_point_for_one_is_refused() {
        byte[] head = Arrays.copyOf(original, BellmanVerifyingKey.HEAD);
        Arrays.fill(head, BellmanVerifyingKey.HEAD - Integer.BYTES, BellmanVerifyingKey.HEAD, (byte) 0);
        assertThat(catchThrowable(() -> BellmanVerifyingKey.read("vk", head)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("a point for ONE");
    }

    /** Packed points know infinity by its zeros. */
    @Test
    void zeros_are_infinity_only_under_its_flag_and_nothing_else_is() throws IOException {
        int first = HEAD + Integer.BYTES;
        overwrite(first, new byte[BellmanVerifyingKey.G1]);
        assertThat(firstOfH()).hasMessageContaining("point 0 of H").hasMessageContaining("without the flag");
        overwrite(first, new byte[] {0x40});
        assertThat(firstOfH()).isNull();
        overwrite(first + BellmanVerifyingKey.G1 - 1, new byte[] {1});
        assertThat(firstOfH()).hasMessageContaining("after the flag of infinity");
    }

    private Throwable firstOfH() {
        try (ProvingKey opened = ParamsFile.open(key, circuit);
                Arena scratch = Arena.ofShared()) {
            return catchThrowable(() -> opened.quotient().points().read(0, 1, scratch));
        }
    }

    /** Points off the curve are found by the full check, wherever they are. */
    @Test
    void a_point_off_the_curve_is_named() throws IOException {
        int second = HEAD + Integer.BYTES + BellmanVerifyingKey.G1 + BellmanVerifyingKey.G1 - 1;
        overwrite(second, new byte[] {(byte) (original[second] ^ 1)});
        try (ProvingKey opened = ParamsFile.open(key, circuit)) {
            Throwable failure = catchThrowable(() -> opened.validate(Work.UNATTENDED));
            assertThat(failure).isInstanceOf(BadInputException.class).hasMessageContaining("point 1");
            assertThat(((BadInputException) failure).reason()).isEqualTo(ReasonCode.INVALID_KEY);
        }
    }

    /** The reason of a refusal, or null for a key that opens. */
    private ReasonCode open() {
        Throwable failure = catchThrowable(() -> ParamsFile.open(key, circuit).close());
        if (failure == null) {
            return null;
        }
        assertThat(failure).isInstanceOf(BadInputException.class);
        assertThat(failure.getMessage()).contains("window-2KiB.params");
        return ((BadInputException) failure).reason();
    }

    private void cut(int length) throws IOException {
        try (FileChannel channel = FileChannel.open(key, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    private void overwrite(long at, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(key, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), at);
        }
    }
}
