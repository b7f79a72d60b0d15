package io.proofmill.status;

import java.io.IOException;
import java.util.Optional;

/** What the status server answers from. Thread-safe. */
public interface StatusSource {
    /** Everything that is known now. */
    StatusSnapshot snapshot();

    /** Why the process should be ended and started anew; empty while it is well. */
    Optional<String> sickness();

    /**
     * The metrics' text.
     *
     * @param contentType as {@link WorkerMetrics#contentType} chose it
     */
    String metrics(String contentType);

    /**
     * The bytes of a dead letter's request as they came.
     *
     * @param id {@code PARTITION:OFFSET}
     * @return empty when there is no such letter or it has no bytes
     * @throws IOException when the brokers do not answer
     */
    Optional<byte[]> deadLetter(String id) throws IOException;
}
