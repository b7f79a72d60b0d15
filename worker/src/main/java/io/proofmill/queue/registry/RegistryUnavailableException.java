package io.proofmill.queue.registry;

/**
 * The registry could not be asked: no connection, no answer in time, an error of its own, credentials refused, or something else that answers in its place.
 * Failure class INFRASTRUCTURE: the record is not at fault, so waiting costs it no attempt.
 */
public final class RegistryUnavailableException extends RuntimeException {
    public RegistryUnavailableException(String sentence) {
        super(sentence);
    }

    public RegistryUnavailableException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
