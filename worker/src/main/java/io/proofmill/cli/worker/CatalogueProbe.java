package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import java.io.IOException;
import java.util.List;

/** Opens the catalogue of some settings, as a worker would. */
public final class CatalogueProbe {
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
}
