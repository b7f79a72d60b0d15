package io.proofmill.engine;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ParameterNames;
import io.proofmill.filecoin.ProofJob;
import io.proofmill.filecoin.PublishedKeys;
import io.proofmill.filecoin.SegmentStream;
import io.proofmill.filecoin.format.BellmanVerifyingKey;
import io.proofmill.filecoin.format.ParamsFile;
import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One of Filecoin's circuits in the catalogue, with its keys in a parameter folder. A task brings the statement's public fields as its one {@code INPUT} payload and the
 * vanilla proofs as {@code VANILLA} payloads, in the statement's order.
 */
public final class FilecoinEntry implements Circuit {
    private static final int VERSION_DIGITS = 16;

    private final FilecoinCircuit circuit;
    private final String version;
    private final KeySource keys;
    private io.proofmill.r1cs.Circuit rows;

    private FilecoinEntry(FilecoinCircuit circuit, String version, KeySource keys) {
        this.circuit = circuit;
        this.version = version;
        this.keys = keys;
    }

    /** Where the keys of a circuit come from. */
    @FunctionalInterface
    private interface KeySource {
        Keys load(io.proofmill.r1cs.Circuit rows, Work work) throws IOException;
    }

    /** A circuit with development keys that lie in memory. The engine closes them. */
    public static FilecoinEntry withKeys(FilecoinCircuit circuit, io.proofmill.r1cs.Circuit rows, Keys keys) {
        FilecoinEntry entry = new FilecoinEntry(circuit, "made", (ignored, work) -> keys);
        entry.rows = rows;
        return entry;
    }

    /**
     * The circuits whose keys lie in a folder, under the names that the network publishes or under {@code KIND-SIZE.params} and {@code .vk}.
     *
     * @param folder what {@code FIL_PROOFS_PARAMETER_CACHE} names
     */
    public static List<FilecoinEntry> inFolder(Path folder, CheckedFiles checked) throws IOException {
        List<FilecoinEntry> entries = new ArrayList<>();
        for (FilecoinCircuit circuit : FilecoinCircuit.all()) {
            for (String name : List.of(ParameterNames.of(circuit), circuit.label())) {
                Path params = folder.resolve(name + ".params");
                Path vk = folder.resolve(name + ".vk");
                if (Files.exists(params) && Files.exists(vk)) {
                    // The small key's digest stands for both: a proving key of another set-up fails its first
                    // self-check.
                    String version = checked.digest(vk).substring(0, VERSION_DIGITS);
                    entries.add(
                            new FilecoinEntry(circuit, version, (rows, work) -> load(params, vk, checked, rows, work)));
                    break;
                }
            }
        }
        return entries;
    }

    @Override
    public String name() {
        return circuit.name();
    }

    @Override
    public CurveId curve() {
        return CurveId.BLS12_381;
    }

    @Override
    public String version() {
        return version;
    }

    /** The key stays in its mapped file: only the circuit's templates take memory. */
    @Override
    public long keyBytes() {
        return rows().matrixBytes();
    }

    @Override
    public long assignmentBytes() {
        return rows().variables() * Scalars.BYTES;
    }

    @Override
    public Keys load(Work work) throws IOException {
        return keys.load(rows(), work);
    }

    private static Keys load(
            Path params, Path verifyingKey, CheckedFiles checked, io.proofmill.r1cs.Circuit rows, Work work)
            throws IOException {
        String name = verifyingKey.getFileName().toString();
        VerifyingKey verifying = BellmanVerifyingKey.read(name, Files.readAllBytes(verifyingKey))
                .verifyingKey()
                .validate();
        ProvingKey proving = ParamsFile.open(params, rows);
        try {
            String identity = checked.digest(params);
            if (!checked.isChecked(identity)) {
                if (!PublishedKeys.isPublished(params)) {
                    proving.validate(work);
                }
                checked.remember(identity);
            }
            return new Keys(proving, verifying);
        } catch (RuntimeException | IOException | Error failure) {
            proving.close();
            throw failure;
        }
    }

    @Override
    public Plan plan(ProofTask task, Work work) {
        Statement statement = PublicFile.read(
                "the statement", new SegmentStream(statementOf(task).bytes()), circuit);
        List<ProofJob.Vanilla> vanilla = task.payloads().stream()
                .filter(payload -> payload.kind() == TaskPayload.Kind.VANILLA)
                .map(payload -> new ProofJob.Vanilla(payload.name(), payload.bytes()))
                .toList();
        return new FilecoinPlan(ProofJob.read(statement, rows(), vanilla, work));
    }

    private TaskPayload statementOf(ProofTask task) {
        List<TaskPayload> statements = task.payloads().stream()
                .filter(payload -> payload.kind() == TaskPayload.Kind.INPUT)
                .toList();
        if (statements.size() != 1) {
            throw new BadInputException(
                    ReasonCode.INVALID_REQUEST,
                    "circuit " + name()
                            + " takes one INPUT payload with the statement's public fields, the request has "
                            + statements.size());
        }
        return statements.getFirst();
    }

    /** Recorded by the first task that needs it. */
    private synchronized io.proofmill.r1cs.Circuit rows() {
        if (rows == null) {
            rows = circuit.build();
        }
        return rows;
    }
}
