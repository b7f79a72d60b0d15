package io.proofmill.gpu.memory;

/** Room for multiples of a key's points beside the key. Jobs do without them, so they are the first to go when memory is wanted; never while a job uses them. */
public final class ResidentTables {
    private final Region region;
    private int users;
    private volatile boolean made;

    ResidentTables(Region region) {
        this.region = region;
    }

    /** Their memory. */
    public Region region() {
        return region;
    }

    /** Whether the multiples are there. Only the job that was given the room sees it without them. */
    public boolean made() {
        return made;
    }

    /** Says that the multiples are there from now on. */
    public void markMade() {
        made = true;
    }

    boolean used() {
        return users > 0;
    }

    void retain() {
        users++;
    }

    void release() {
        users--;
    }
}
