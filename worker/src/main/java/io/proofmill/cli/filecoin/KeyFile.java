package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ParameterNames;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the proving key is. */
final class KeyFile {
    private static final String CACHE = "FIL_PROOFS_PARAMETER_CACHE";

    @Option(names = "--params", description = "Proving key (.params).")
    private Path params;

    @Option(names = "--params-dir", description = "Folder with the network's key files; default: $" + CACHE + ".")
    private Path folder;

    /**
     * The file for a circuit.
     *
     * @throws BadInputException USAGE when it is not there
     */
    Path find(FilecoinCircuit circuit) {
        Path file = params == null ? inFolder(circuit) : params;
        if (!Files.exists(file)) {
            throw new BadInputException(ReasonCode.USAGE, file + " does not exist");
        }
        return file;
    }

    private Path inFolder(FilecoinCircuit circuit) {
        return Optional.ofNullable(folder)
                .or(() -> Optional.ofNullable(System.getenv(CACHE)).map(Path::of))
                .map(dir -> ParameterNames.find(dir, circuit, ".params"))
                .orElseThrow(() -> new BadInputException(
                        ReasonCode.USAGE, "where is the proving key? Say --params, --params-dir or $" + CACHE));
    }
}
