package io.proofmill.engine;

import io.proofmill.circom.VerificationKeyJson;
import io.proofmill.circom.Zkey;
import io.proofmill.groth16.KeyShape;
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

/** A circuit compiled by circom, with the keys that snarkjs or {@code proofmill keys setup} made for it. */
public final class CircomCircuit implements Circuit {
    private static final int VERSION_DIGITS = 16;

    private final CircomFiles files;
    private final CheckedFiles checked;
    private final String digest;
    private final KeyShape shape;
    private final long keyBytes;
    private final WitnessSource witnesses;

    private CircomCircuit(CircomFiles files, CheckedFiles checked, String digest, KeyShape shape, long keyBytes) {
        this.files = files;
        this.checked = checked;
        this.digest = digest;
        this.shape = shape;
        this.keyBytes = keyBytes;
        this.witnesses = new WitnessSource(files, shape);
    }

    /**
     * Opens a circuit: reads the headers of its files, so that a broken catalogue is noticed at start and not by the first job.
     *
     * @throws BadInputException MALFORMED_FILE or CURVE_MISMATCH
     */
    public static CircomCircuit open(CircomFiles files, CheckedFiles checked) throws IOException {
        String digest = checked.digest(files.zkey());
        try (Zkey zkey = Zkey.open(files.zkey())) {
            requireSameKey(files, zkey.verifyingKey(), readVerifyingKey(files.verificationKey()));
            return new CircomCircuit(files, checked, digest, zkey.shape(), Files.size(files.zkey()));
        }
    }

    @Override
    public String name() {
        return files.name();
    }

    @Override
    public CurveId curve() {
        return shape.curve();
    }

    @Override
    public String version() {
        return digest.substring(0, VERSION_DIGITS);
    }

    @Override
    public long keyBytes() {
        return keyBytes;
    }

    @Override
    public long assignmentBytes() {
        return shape.variables() * Scalars.BYTES;
    }

    @Override
    public Keys load(Work work) throws IOException {
        VerifyingKey verifying = readVerifyingKey(files.verificationKey()).validate();
        ProvingKey proving = Zkey.openProvingKey(files.zkey());
        try {
            if (!checked.isChecked(digest)) {
                proving.validate(work);
                checked.remember(digest);
            }
            return new Keys(proving, verifying);
        } catch (RuntimeException | Error failure) {
            proving.close();
            throw failure;
        }
    }

    @Override
    public Plan plan(ProofTask task, Work work) {
        return new CircomPlan(files, shape, witnesses, payload(task));
    }

    private TaskPayload payload(ProofTask task) {
        if (task.payloads().size() != 1) {
            throw new BadInputException(
                    ReasonCode.INVALID_REQUEST,
                    "circuit " + name() + " takes one payload, a witness or an input; the request has "
                            + task.payloads().size());
        }
        TaskPayload payload = task.payloads().getFirst();
        witnesses.requireTakes(payload);
        return payload;
    }

    private static VerifyingKey readVerifyingKey(Path file) throws IOException {
        return VerificationKeyJson.read(file.getFileName().toString(), Files.readAllBytes(file));
    }

    private static void requireSameKey(CircomFiles files, VerifyingKey ofProvingKey, VerifyingKey given) {
        if (!ofProvingKey.equals(given)) {
            throw new BadInputException(
                    ReasonCode.INVALID_KEY,
                    files.verificationKey() + " is not the verifying key of " + files.zkey()
                            + ": proofs made with one would not verify with the other");
        }
    }
}
