package io.proofmill.runlogs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that was logged or printed in a run of the integration tests: by the tests' own JVM, one file a test class (the build redirects them), and by the processes that tests start, one file each.
 * The build empties it before each run.
 */
public final class RunLogs {
    private static final Path PROCESSES = Path.of("target", "it-logs");
    private static final List<Path> REPORTS =
            List.of(Path.of("target", "failsafe-reports"), Path.of("target", "failsafe-reports-containers"));
    private static final String OUTPUT = "-output.txt";

    private RunLogs() {}

    /** A new file for what a process says. */
    public static Path file(String name) {
        try {
            return Files.createTempFile(Files.createDirectories(PROCESSES), name + "-", ".log")
                    .toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps a copy of a log that a test has elsewhere. */
    public static void keep(Path log) {
        try {
            String name = log.getFileName().toString();
            Files.copy(log, file(name.replace(".log", "")), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All files of the run. */
    static List<Path> all() throws IOException {
        List<Path> files = new ArrayList<>(list(PROCESSES));
        for (Path reports : REPORTS) {
            list(reports).stream()
                    .filter(file -> file.toString().endsWith(OUTPUT))
                    .forEach(files::add);
        }
        return files;
    }

    /** What was said in the tests' JVM while a class of tests ran. */
    static Path of(String testClass) {
        return REPORTS.getFirst().resolve(testClass + OUTPUT);
    }

    /** What processes of this name said. */
    static List<Path> ofProcesses(String name) throws IOException {
        return list(PROCESSES).stream()
                .filter(file -> file.getFileName().toString().startsWith(name + "-"))
                .toList();
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
