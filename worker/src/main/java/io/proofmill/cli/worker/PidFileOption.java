package io.proofmill.cli.worker;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --pid-file}, for those commands whose process is the worker. */
final class PidFileOption {
    @Option(
            names = "--pid-file",
            paramLabel = "FILE",
            description = "Holds the process number while the worker runs, for supervisors that want one.")
    private Path file;

    Optional<Path> file() {
        return Optional.ofNullable(file);
    }
}
