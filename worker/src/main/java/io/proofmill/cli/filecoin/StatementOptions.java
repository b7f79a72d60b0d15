package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.statement.Statement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The circuit and what is claimed. */
final class StatementOptions {
    @Option(names = "--circuit", required = true, description = "Such as filecoin/window-32GiB.")
    private String circuit;

    @Option(names = "--public", required = true, description = "What the verifier knows (PUB.json).")
    private Path publicFile;

    FilecoinCircuit circuit() {
        return FilecoinCircuit.of(circuit);
    }

    Statement statement() throws IOException {
        try (InputStream in = Files.newInputStream(publicFile)) {
            return PublicFile.read(publicFile.getFileName().toString(), in, circuit());
        }
    }
}
