package io.proofmill.gpu.driver;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import jcuda.driver.JCudaDriver;

/**
 * Loads jcuda's native half, once.
 *
 * <p>jcuda unpacks its library into {@code java.io.tmpdir} under a fixed name and trusts a file that is there already: another user's file, or another version's.
 * So it is sent to a fresh private folder, which is removed as soon as the library is mapped.
 */
final class CudaLibrary {
    private static final String TEMPORARY_FOLDER = "java.io.tmpdir";

    private CudaLibrary() {}

    /** Empty when the library is loaded, else the reason in one sentence. */
    static Optional<String> load() {
        Path folder;
        try {
            settleOtherUsersOfTheTemporaryFolder();
            folder = Files.createTempDirectory("proofmill-cuda-");
        } catch (IOException e) {
            return Optional.of("no folder for the GPU library can be made: " + e.getMessage());
        }
        String shared = System.getProperty(TEMPORARY_FOLDER);
        System.setProperty(TEMPORARY_FOLDER, folder.toString());
        try {
            JCudaDriver.setExceptionsEnabled(false);
            return Optional.empty();
        } catch (UnsatisfiedLinkError | NoClassDefFoundError | ExceptionInInitializerError e) {
            return Optional.of(reasonOf(e));
        } finally {
            System.setProperty(TEMPORARY_FOLDER, shared);
            remove(folder);
        }
    }

    /** The JDK's own temporary files remember the folder at first use: make that use happen before the folder is changed. */
    private static void settleOtherUsersOfTheTemporaryFolder() throws IOException {
        File settled = File.createTempFile("proofmill-", ".tmp");
        Files.delete(settled.toPath());
    }

    private static String reasonOf(Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        if (text.contains("libcuda.so")) {
            return "the NVIDIA driver's library libcuda.so.1 is not on this machine";
        }
        String firstLine = text.lines().findFirst().orElse("no reason was given");
        return "the GPU library does not load: " + firstLine;
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
