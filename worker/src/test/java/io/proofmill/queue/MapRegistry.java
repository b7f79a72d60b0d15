package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryRefusedException;
import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.queue.registry.SchemaRegistry;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** A registry in memory, that can be taken away. */
final class MapRegistry implements SchemaRegistry {
    private final List<Schema> schemas = new ArrayList<>();
    private volatile boolean away;

    void setAway(boolean nowAway) {
        away = nowAway;
    }

    @Override
    public synchronized int register(String subject, Schema schema) {
        answer();
        int known = schemas.indexOf(schema);
        if (known >= 0) {
            return known + 1;
        }
        schemas.add(schema);
        return schemas.size();
    }

    @Override
    public synchronized int lookup(String subject, Schema schema) {
        answer();
        return schemas.indexOf(schema) + 1;
    }

    @Override
    public synchronized Schema byId(int id) {
        answer();
        if (id < 1 || id > schemas.size()) {
            throw new RegistryRefusedException(RegistryRefusedException.SCHEMA_NOT_FOUND, "no schema " + id);
        }
        return schemas.get(id - 1);
    }

    @Override
    public List<Integer> versions(String subject) {
        return List.of(1);
    }

    @Override
    public boolean isCompatible(String subject, Schema schema) {
        return true;
    }

    private void answer() {
        if (away) {
            throw new RegistryUnavailableException("the test took the registry away");
        }
    }
}
