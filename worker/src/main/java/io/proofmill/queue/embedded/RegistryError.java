package io.proofmill.queue.embedded;

/** A refusal in the protocol's words: HTTP status, error code and sentence. */
final class RegistryError extends RuntimeException {
    private final int code;

    private RegistryError(int code, String sentence) {
        super(sentence);
        this.code = code;
    }

    static RegistryError subjectNotFound(String subject) {
        return new RegistryError(40401, "Subject '" + subject + "' not found.");
    }

    static RegistryError versionNotFound(String version) {
        return new RegistryError(40402, "Version " + version + " not found.");
    }

    static RegistryError schemaNotFound(String what) {
        return new RegistryError(40403, "Schema " + what + " not found.");
    }

    static RegistryError incompatible(String subject, String why) {
        return new RegistryError(
                409,
                "Schema being registered is incompatible with an earlier schema for subject '" + subject + "': " + why);
    }

    static RegistryError invalidSchema(String why) {
        return new RegistryError(42201, "Invalid schema: " + why);
    }

    static RegistryError invalidVersion(String version) {
        return new RegistryError(42202, "The specified version '" + version + "' is not a valid version id.");
    }

    static RegistryError invalidLevel(String level) {
        return new RegistryError(42203, "Invalid compatibility level '" + level + "'.");
    }

    static RegistryError noSuchPath(String path) {
        return new RegistryError(404, "HTTP 404 Not Found: " + path);
    }

    static RegistryError unreadable(String why) {
        return new RegistryError(400, "Unreadable request: " + why);
    }

    /** The protocol's error code. */
    int code() {
        return code;
    }

    /** The HTTP status: the first three digits of the code. */
    int status() {
        return code >= 10_000 ? code / 100 : code;
    }
}
