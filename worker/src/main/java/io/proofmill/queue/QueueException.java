package io.proofmill.queue;

/** The queue refuses or cannot go on, for a reason with a stable code and one sentence. */
public final class QueueException extends RuntimeException {
    private final String reasonCode;

    public QueueException(String reasonCode, String sentence) {
        super(sentence);
        this.reasonCode = reasonCode;
    }

    public QueueException(String reasonCode, String sentence, Throwable cause) {
        super(sentence, cause);
        this.reasonCode = reasonCode;
    }

    /** Name of a reason code, for example {@code USAGE} or {@code BROKER_UNAVAILABLE}. */
    public String reasonCode() {
        return reasonCode;
    }
}
