package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernels' own C++ plans say, compiled and run on the spot, so that a change of theirs cannot go unnoticed here. */
public final class KernelPlans {
    private static final Path HEADERS = Path.of("../kernels/src/main/cuda");
    private static final Path PROGRAMS = Path.of("src/test/cuda");

    private KernelPlans() {}

    /** The lines that a program of {@code src/test/cuda} prints, cut at commas. The test is skipped where there is no C++ compiler or no sources. */
    public static List<String[]> of(String program) throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(HEADERS), "the kernels' sources are not here");
        Path folder = Files.createTempDirectory("proofmill-plans-");
        Path binary = folder.resolve(program);
        try {
            Process compiler;
            try {
                compiler = start(
                        "g++",
                        "-std=c++17",
                        "-I",
                        HEADERS.toString(),
                        PROGRAMS.resolve(program + ".cpp").toString(),
                        "-o",
                        binary.toString());
            } catch (IOException e) {
                assumeTrue(false, "no C++ compiler here: " + e.getMessage());
                throw e;
            }
            String complaints = output(compiler);
            assertThat(compiler.waitFor()).as(complaints).isZero();
            return output(start(binary.toString()))
                    .lines()
                    .map(line -> line.split(",", -1))
                    .toList();
        } finally {
            Files.deleteIfExists(binary);
            Files.deleteIfExists(folder);
        }
    }

    private static Process start(String... command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
