package io.proofmill.engine;

import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.io.IOException;

/**
 * A circuit of the catalogue: how its payloads become assignments, and with which keys they are proved. Thread-safe.
 */
public interface Circuit {
    /** Name in the catalogue. */
    String name();

    CurveId curve();

    /** Changes whenever the key changes: the first 16 hexadecimal digits of the key file's SHA-256. */
    String version();

    /** Bytes that the loaded key takes from the memory budget while it is resident. */
    long keyBytes();

    /** Bytes of one part's assignment. */
    long assignmentBytes();

    /**
     * Loads and checks the keys. Slow; the caller keeps what it gets.
     *
     * @throws io.proofmill.math.BadInputException MALFORMED_FILE or INVALID_KEY
     */
    Keys load(Work work) throws IOException;

    /**
     * Reads a task's payloads as far as is cheap and checks that they fit.
     *
     * @throws io.proofmill.math.BadInputException INVALID_REQUEST when the payloads are not of a kind that this circuit takes
     */
    Plan plan(ProofTask task, Work work);

    /** The keys of one circuit. */
    record Keys(ProvingKey proving, VerifyingKey verifying) implements AutoCloseable {
        @Override
        public void close() {
            proving.close();
        }
    }
}
