package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file system in memory with a size of its own, that a test can fill. Where the test may not mount one, it is skipped and says so. */
public final class SmallDisk implements AutoCloseable {
    private static final int BLOCK = 4 << 10;

    private final Path root;
    private final Path filler;

    private SmallDisk(Path root) {
        this.root = root;
        this.filler = root.resolve("filler");
    }

    public static SmallDisk mount(Path root, int bytes) throws IOException, InterruptedException {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", root.toString()) == 0,
                "a small disk cannot be mounted here: that needs root and mount(8)");
        return new SmallDisk(root);
    }

    public Path root() {
        return root;
    }

    /** Writes until no block is left, and gives so many bytes back. */
    public void fillButFor(int bytes) throws IOException {
        int blocks = 0;
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] block = new byte[BLOCK];
            for (; ; blocks++) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
        Files.write(filler, new byte[blocks * BLOCK - bytes], StandardOpenOption.TRUNCATE_EXISTING);
    }

    public void free() throws IOException {
        Files.delete(filler);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        assertThat(run("umount", "-l", root.toString())).isZero();
    }

    private static int run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return -1;
        }
    }
}
