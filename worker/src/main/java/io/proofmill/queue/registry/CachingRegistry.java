package io.proofmill.queue.registry;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;

/**
 * A registry with a memory. A schema id never changes its meaning and a registered schema keeps its id, so those answers hold for ever; "no such schema"
 * holds for a while only, since somebody may register it. What can change (versions, compatibility) is always asked.
 */
public final class CachingRegistry implements SchemaRegistry {
    private record Placed(String subject, Schema schema) {}

    private final SchemaRegistry registry;
    private final SingleFlightCache<Integer, Schema> schemas;
    private final SingleFlightCache<Placed, Integer> registered;
    private final SingleFlightCache<Placed, Integer> lookedUp;

    public CachingRegistry(SchemaRegistry registry, RegistrySettings settings) {
        this(registry, settings.cacheSize(), settings.negativeTtl(), System::nanoTime);
    }

    CachingRegistry(SchemaRegistry registry, int capacity, Duration negativeTtl, LongSupplier nanoClock) {
        this.registry = registry;
        this.schemas = new SingleFlightCache<>(capacity, negativeTtl, nanoClock);
        this.registered = new SingleFlightCache<>(capacity, negativeTtl, nanoClock);
        this.lookedUp = new SingleFlightCache<>(capacity, negativeTtl, nanoClock);
    }

    @Override
    public int register(String subject, Schema schema) {
        return registered.get(new Placed(subject, schema), () -> registry.register(subject, schema));
    }

    @Override
    public int lookup(String subject, Schema schema) {
        return lookedUp.get(new Placed(subject, schema), () -> registry.lookup(subject, schema));
    }

    @Override
    public Schema byId(int id) {
        return schemas.get(id, () -> registry.byId(id));
    }

    @Override
    public List<Integer> versions(String subject) {
        return registry.versions(subject);
    }

    @Override
    public boolean isCompatible(String subject, Schema schema) {
        return registry.isCompatible(subject, schema);
    }
}
