package io.proofmill.status;

import java.io.IOException;
import java.util.Set;

/** What an operator may do from the page. Thread-safe. */
public interface OperatorActions {
    /** Names of what is enabled: {@code cancel}, {@code replay}, {@code drain}, {@code pause}. Whoever may pause may resume. */
    Set<String> enabled();

    /**
     * Does it.
     *
     * @param action {@code cancel}, {@code replay}, {@code drain}, {@code pause} or {@code resume}; one that is enabled
     * @param target the job id to cancel, or the dead letter's {@code PARTITION:OFFSET} to replay; empty for the others
     * @return what was done, in a sentence
     * @throws IllegalArgumentException when the target is not one, with a sentence
     * @throws IOException when the brokers do not answer
     */
    String perform(String action, String target) throws IOException;
}
