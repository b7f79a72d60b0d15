package io.proofmill.queue.registry;

import java.util.List;
import org.apache.avro.Schema;

/**
 * Schemas by id and by subject.
 *
 * <p>Every method may throw {@link RegistryUnavailableException} and {@link RegistryRefusedException}. Implementations are safe for use by many threads.
 */
public interface SchemaRegistry {
    /** Puts the schema under the subject, or finds it there. Returns its id. Refused with code 409 when incompatible. */
    int register(String subject, Schema schema);

    /** Id of a schema that is under the subject already. Refused with 40401 (no such subject) or 40403 (not under it). */
    int lookup(String subject, Schema schema);

    /** The schema with this id. Refused with 40403 when there is none. */
    Schema byId(int id);

    /** The subject's versions in their order. Refused with 40401 when there is no such subject. */
    List<Integer> versions(String subject);

    /** Whether the schema could be registered as the subject's next version. True for a subject without versions. */
    boolean isCompatible(String subject, Schema schema);
}
