package io.proofmill.cli.worker;

import io.proofmill.queue.registry.RegistryRefusedException;
import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.queue.registry.SchemaRegistry;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.Schema;

/**
 * Another registry, with its failures told.
 *
 * @param failed hears {@code unavailable} or {@code refused} at each failure
 */
record WatchedRegistry(SchemaRegistry registry, Consumer<String> failed) implements SchemaRegistry {
    @Override
    public int register(String subject, Schema schema) {
        return watched(() -> registry.register(subject, schema));
    }

    @Override
    public int lookup(String subject, Schema schema) {
        return watched(() -> registry.lookup(subject, schema));
    }

    @Override
    public Schema byId(int id) {
        return watched(() -> registry.byId(id));
    }

    @Override
    public List<Integer> versions(String subject) {
        return watched(() -> registry.versions(subject));
    }

    @Override
    public boolean isCompatible(String subject, Schema schema) {
        return watched(() -> registry.isCompatible(subject, schema));
    }

    private <T> T watched(Supplier<T> question) {
        try {
            return question.get();
        } catch (RegistryUnavailableException e) {
            failed.accept("unavailable");
            throw e;
        } catch (RegistryRefusedException e) {
            failed.accept("refused");
            throw e;
        }
    }
}
