package io.proofmill.gpu.memory;

import java.util.Optional;
import java.util.function.Function;

/**
 * A key's place on a device, and what its first user made of it there.
 *
 * @param <K> the loaded key's type
 */
public final class ResidentKey<K> {
    private final String id;
    private final Region region;
    private int references;
    private K loaded;

    ResidentKey(String id, Region region) {
        this.id = id;
        this.region = region;
    }

    /** The key's identity. */
    public String id() {
        return id;
    }

    /** Its memory. */
    public Region region() {
        return region;
    }

    /** The loaded key; the first caller loads it while others wait. A failed load is tried again by the next caller. */
    public synchronized K load(Function<Region, K> loader) {
        if (loaded == null) {
            loaded = loader.apply(region);
        }
        return loaded;
    }

    /** The loaded key, if loading is done. */
    public synchronized Optional<K> loaded() {
        return Optional.ofNullable(loaded);
    }

    int references() {
        return references;
    }

    void retain() {
        references++;
    }

    void release() {
        references--;
    }
}
