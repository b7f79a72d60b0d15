package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.engine.Catalogue;
import io.proofmill.engine.CheckedFiles;
import io.proofmill.engine.CircomCircuit;
import io.proofmill.engine.CircomFiles;
import io.proofmill.engine.Circuit;
import io.proofmill.engine.DevicePool;
import io.proofmill.engine.Engine;
import io.proofmill.engine.FilecoinEntry;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.status.HostMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds the engine from the settings. */
final class EngineSetup {
    private static final long BUDGET_SHARE_OF_FOUR = 3;

    private static final String PARAMETER_CACHE = "FIL_PROOFS_PARAMETER_CACHE";

    private final Configuration configuration;
    private final Map<String, String> environment;

    EngineSetup(Configuration configuration, Map<String, String> environment) {
        this.configuration = configuration;
        this.environment = environment;
    }

    /** The circuits of the catalogue's folder and of the file's own entries. */
    Catalogue catalogue() throws IOException {
        Path state = Path.of(configuration.get(WorkerKeys.STATE_DIR));
        CheckedFiles checked = new CheckedFiles(state.resolve("checked-keys"));
        return new Catalogue(() -> open(checked));
    }

    private List<Circuit> open(CheckedFiles checked) throws IOException {
        List<Circuit> circuits = new ArrayList<>();
        Optional<Path> parameters = filecoinParameters();
        if (parameters.isPresent()) {
            circuits.addAll(FilecoinEntry.inFolder(parameters.get(), checked));
        }
        List<CircomFiles> files = new ArrayList<>(entries());
        Path folder = Path.of(configuration.get(WorkerKeys.CIRCUITS_DIR));
        if (Files.exists(folder) || (files.isEmpty() && circuits.isEmpty())) {
            files.addAll(CircomFiles.inFolder(folder));
        }
        for (CircomFiles circuit : files) {
            circuits.add(CircomCircuit.open(circuit, checked));
        }
        return circuits;
    }

    private Optional<Path> filecoinParameters() {
        String folder = configuration.get(WorkerKeys.FILECOIN_PARAMETERS);
        String fallback = environment.getOrDefault(PARAMETER_CACHE, "");
        return Stream.of(folder, fallback)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .map(Path::of);
    }

    MemoryBudget budget() {
        long limit = configuration.get(WorkerKeys.MEMORY_LIMIT);
        return new MemoryBudget(limit > 0 ? limit : HostMemory.total() / 4 * BUDGET_SHARE_OF_FOUR);
    }

    Engine engine(Catalogue catalogue, MemoryBudget budget, Devices devices) {
        SecureRandom random = new SecureRandom();
        return new Engine(
                catalogue,
                budget,
                new DevicePool(devices.list()),
                new PairingVerifier(random),
                curve -> Blinding.random(curve, random),
                orCores(configuration.get(WorkerKeys.SYNTHESIS_WORKERS)),
                devices::forget);
    }

    int threads() {
        return orCores(configuration.get(WorkerKeys.THREADS));
    }

    private static int orCores(int count) {
        return count > 0 ? count : Runtime.getRuntime().availableProcessors();
    }

    private List<CircomFiles> entries() {
        return configuration.circuits().entrySet().stream()
                .map(entry -> entry(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static CircomFiles entry(String name, Map<String, String> parts) {
        return new CircomFiles(
                name,
                required(name, parts, "zkey"),
                required(name, parts, "vkey"),
                Optional.ofNullable(parts.get("wasm")).map(Path::of),
                Optional.ofNullable(parts.get("r1cs")).map(Path::of));
    }

    private static Path required(String name, Map<String, String> parts, String part) {
        String path = parts.get(part);
        if (path == null) {
            throw new BadInputException(
                    ReasonCode.USAGE, "circuit '" + name + "' lacks the setting circuit." + name + "." + part);
        }
        return Path.of(path);
    }
}
