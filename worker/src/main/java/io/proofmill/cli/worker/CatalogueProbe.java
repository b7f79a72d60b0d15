package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Opens the catalogue of some settings, as a worker would. */
public final class CatalogueProbe {
    /** A job's payloads are held beside its assignment. Those that a request carries itself are no larger than the topics take; what it names elsewhere comes on top. */
    private static final long PAYLOADS_OF_A_REQUEST = 4L << 20;

    private CatalogueProbe() {}

    /**
     * The circuits, as {@code name (curve, version)}.
     *
     * @throws io.proofmill.math.BadInputException naming the circuit whose files are bad
     */
    public static List<String> circuits(Configuration configuration) throws IOException {
        return new EngineSetup(configuration, System.getenv())
                .catalogue().circuits().stream()
                        .map(circuit -> circuit.name() + " (" + circuit.curve() + ", " + circuit.version() + ")")
                        .toList();
    }

    /**
     * What a worker's memory budget must hold to prove a circuit: the loaded key, and for each job at once an assignment and the payloads that a request can carry itself.
     *
     * @return bytes; empty when the catalogue of these settings is not on this machine or lacks the circuit
     */
    public static Optional<Long> memory(Configuration configuration, String circuit, int jobsAtOnce)
            throws IOException {
        if (!Files.isDirectory(Path.of(configuration.get(WorkerKeys.CIRCUITS_DIR)))) {
            return Optional.empty();
        }
        return new EngineSetup(configuration, System.getenv())
                .catalogue().circuits().stream()
                        .filter(known -> known.name().equals(circuit))
                        .findFirst()
                        .map(known ->
                                known.keyBytes() + jobsAtOnce * (known.assignmentBytes() + PAYLOADS_OF_A_REQUEST));
    }
}
