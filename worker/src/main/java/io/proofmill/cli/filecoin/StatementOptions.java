package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.groth16.InputFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The circuit and what is claimed. */
final class StatementOptions {
    @Option(names = "--circuit", required = true, description = "Such as filecoin/window-32GiB.")
    private String circuit;

    @Option(names = "--public", required = true, description = "What the verifier knows (PUB.json).")
    private Path publicFile;

    Path publicFile() {
        return publicFile;
    }

    FilecoinCircuit circuit() {
        return FilecoinCircuit.of(circuit);
    }

    Statement statement() throws IOException {
        InputFile file = new InputFile(publicFile);
        return PublicFile.read(file.name(), new ByteArrayInputStream(file.read()), circuit());
    }
}
