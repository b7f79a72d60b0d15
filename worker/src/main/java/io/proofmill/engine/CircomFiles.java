package io.proofmill.engine;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the files of one circom circuit lie.
 *
 * @param zkey the proving key
 * @param verificationKey the verifying key, as snarkjs exports it
 * @param wasm the witness calculator; without it only full witnesses are accepted
 * @param r1cs the constraints; with them a bad witness is answered with the constraint that it breaks
 */
public record CircomFiles(String name, Path zkey, Path verificationKey, Optional<Path> wasm, Optional<Path> r1cs) {
    /**
     * A catalogue folder: one folder a circuit, holding {@code circuit.zkey}, {@code verification_key.json} and, if there, {@code circuit.wasm} and {@code
     * circuit.r1cs}. Folders without a {@code circuit.zkey} are passed over.
     */
    public static List<CircomFiles> inFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new BadInputException(ReasonCode.USAGE, "the catalogue " + folder + " is not a folder");
        }
        List<CircomFiles> circuits = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.sorted().toList()) {
                Path zkey = entry.resolve("circuit.zkey");
                if (Files.exists(zkey)) {
                    circuits.add(new CircomFiles(
                            entry.getFileName().toString(),
                            zkey,
                            entry.resolve("verification_key.json"),
                            present(entry.resolve("circuit.wasm")),
                            present(entry.resolve("circuit.r1cs"))));
                }
            }
        }
        return circuits;
    }

    private static Optional<Path> present(Path file) {
        return Files.exists(file) ? Optional.of(file) : Optional.empty();
    }
}
