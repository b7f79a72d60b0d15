package io.proofmill.queue.embedded;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaValidationException;
import org.apache.avro.SchemaValidator;
import org.apache.avro.SchemaValidatorBuilder;

/** What a subject demands of its next version. The names and meanings are Confluent's. */
enum CompatibilityLevel {
    NONE,
    BACKWARD,
    BACKWARD_TRANSITIVE,
    FORWARD,
    FORWARD_TRANSITIVE,
    FULL,
    FULL_TRANSITIVE;

    /** The level of this name; {@link RegistryError} 42203 when there is none. */
    static CompatibilityLevel named(String name) {
        try {
            return valueOf(name);
        } catch (IllegalArgumentException e) {
            throw RegistryError.invalidLevel(name);
        }
    }

    /**
     * Checks a schema against a subject's versions.
     *
     * @param earlier versions, oldest first
     * @throws SchemaValidationException with Avro's reason when the level does not allow it
     */
    void check(Schema next, List<Schema> earlier) throws SchemaValidationException {
        if (this == NONE) {
            return;
        }
        validator().validate(next, earlier.reversed());
    }

    private SchemaValidator validator() {
        SchemaValidatorBuilder builder = new SchemaValidatorBuilder();
        SchemaValidatorBuilder strategy = switch (this) {
            case FORWARD, FORWARD_TRANSITIVE -> builder.canBeReadStrategy();
            case FULL, FULL_TRANSITIVE -> builder.mutualReadStrategy();
            default -> builder.canReadStrategy();
        };
        return name().endsWith("_TRANSITIVE") ? strategy.validateAll() : strategy.validateLatest();
    }
}
