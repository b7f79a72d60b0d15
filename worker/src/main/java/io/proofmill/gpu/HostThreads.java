package io.proofmill.gpu;

import io.proofmill.math.Work;

/**
 * A job's work with as many threads of the host as one job on a device may keep busy.
 *
 * @param parallelism the setting {@code gpu.host-threads}
 */
record HostThreads(Work job, int parallelism) implements Work {
    @Override
    public boolean cancelled() {
        return job.cancelled();
    }
}
