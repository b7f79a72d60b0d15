package io.proofmill.cli.filecoin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The most memory that a process has had resident. */
final class PeakMemory {
    private static final String FIELD = "VmHWM:";

    private PeakMemory() {}

    /** Bytes, as Linux counts them; 0 where there is no {@code /proc}. */
    static long ofThisProcess() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(FIELD))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
