package io.proofmill.queue.registry;

/** The bytes are not a value of the wanted kind, and never will be. Failure class PERMANENT. */
public final class UndecodableRecordException extends RuntimeException {
    public UndecodableRecordException(String sentence) {
        super(sentence);
    }

    public UndecodableRecordException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
