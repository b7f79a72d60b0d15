package io.proofmill.gpu.memory;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The device memory of one job in flight. Closing it gives the workspace back; the key stays resident for the next job.
 *
 * @param <K> the loaded key's type
 */
public final class JobMemory<K> implements AutoCloseable {
    private final JobAdmission<K> admission;
    private final Region workspace;
    private final ResidentKey<K> key;
    private final AtomicBoolean closed = new AtomicBoolean();
    private Optional<ResidentTables> tables = Optional.empty();

    JobMemory(JobAdmission<K> admission, Region workspace, ResidentKey<K> key) {
        this.admission = admission;
        this.workspace = workspace;
        this.key = key;
    }

    /** Vectors, scratch and chunk buffers. */
    public Region workspace() {
        return workspace;
    }

    /** The key's place on the device; empty when the key is streamed. */
    public Optional<ResidentKey<K>> key() {
        return Optional.ofNullable(key);
    }

    /** Notes tables that this job uses from now on. */
    void use(ResidentTables used) {
        used.retain();
        tables = Optional.of(used);
    }

    Optional<ResidentTables> tables() {
        return tables;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            admission.leave(this);
        }
    }
}
