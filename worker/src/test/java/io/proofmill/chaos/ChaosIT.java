package io.proofmill.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.runlogs.RunLogs;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Short in every build, long with {@code -Pchaos}: see {@code docs/chaos.md}. */
class ChaosIT {
    @Test
    void nothing_is_lost_nothing_comes_twice_whatever_dies() throws IOException, InterruptedException {
        ChaosPlan plan = ChaosPlan.fromProperties();
        Path parent = Files.createDirectories(Path.of("target", "chaos"));
        Path folder =
                Files.createTempDirectory(parent, "seed-" + plan.seed() + "-").toAbsolutePath();
        Verdict verdict = run(plan, folder);
        keepLogs(folder);
        System.out.println(String.join("\n", verdict.lines()));
        assertThat(verdict.holds()).as(verdict.explanation()).isTrue();
    }

    private static void keepLogs(Path folder) throws IOException {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "*.log")) {
            logs.forEach(RunLogs::keep);
        }
    }

    private static Verdict run(ChaosPlan plan, Path folder) throws IOException, InterruptedException {
        try {
            return new ChaosRun(plan, folder).run();
        } catch (RuntimeException e) {
            throw new AssertionError(
                    "the run of seed %d broke off; what happened: %s".formatted(plan.seed(), folder), e);
        }
    }
}
