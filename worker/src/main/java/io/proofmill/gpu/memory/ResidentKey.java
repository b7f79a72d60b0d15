package io.proofmill.gpu.memory;

import java.util.Optional;
import java.util.function.Function;

/**
 * A key's place on a device, and what its first user made of it there.
 *
 * @param <K> the loaded key's type
 */
public final class ResidentKey<K> {
    /** Jobs that a key has served before it is worth the time that tables take: they gain a few percent and cost as much as some twenty proofs. */
    static final int JOBS_BEFORE_TABLES = 32;

    private static final int PATIENCE_AFTER_A_DROP = 4;
    private static final int MOST_PATIENCE = 1 << 20;

    private final String id;
    private final Region region;
    private int references;
    private int jobs;
    private int patience = JOBS_BEFORE_TABLES;
    private ResidentTables tables;
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

    /** Whether it has served enough jobs since it came, or since its tables were dropped last. Each drop makes it wait longer, so that two keys do not take turns in making tables. */
    boolean deservesTables() {
        return jobs >= patience;
    }

    Optional<ResidentTables> tables() {
        return Optional.ofNullable(tables);
    }

    void placeTables(ResidentTables placed) {
        tables = placed;
    }

    void dropTables() {
        tables.region().close();
        tables = null;
        jobs = 0;
        patience = Math.min(MOST_PATIENCE, patience * PATIENCE_AFTER_A_DROP);
    }

    void retain() {
        references++;
        jobs++;
    }

    void release() {
        references--;
    }
}
