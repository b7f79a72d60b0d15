package io.proofmill.queue.registry;

/**
 * The registry understood and answered no. Failure class PERMANENT: the same question gets the same answer until somebody changes the registry's contents.
 */
public final class RegistryRefusedException extends RuntimeException {
    /** Confluent's error code: unknown subject. */
    public static final int SUBJECT_NOT_FOUND = 40401;
    /** Confluent's error code: unknown version of a subject. */
    public static final int VERSION_NOT_FOUND = 40402;
    /** Confluent's error code: unknown schema. */
    public static final int SCHEMA_NOT_FOUND = 40403;
    /** Confluent's error code: incompatible with an earlier version. */
    public static final int INCOMPATIBLE = 409;
    /** Confluent's error code: not a schema. */
    public static final int INVALID_SCHEMA = 42201;

    private final int code;

    public RegistryRefusedException(int code, String sentence) {
        super(sentence);
        this.code = code;
    }

    /** The protocol's error code: five digits, or the HTTP status where the registry gave no finer one. */
    public int code() {
        return code;
    }
}
