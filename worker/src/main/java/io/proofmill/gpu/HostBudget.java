package io.proofmill.gpu;

import java.util.Optional;

/** The process' budget of host memory, as far as locked copies of keys take part in it. */
@FunctionalInterface
public interface HostBudget {
    /** No budget beside {@code gpu.pinned-memory}: for commands that prove with one key. */
    HostBudget UNLIMITED = bytes -> Optional.of(() -> {});

    /** Sets bytes aside at once or not at all. */
    Optional<Share> tryTake(long bytes);

    /** Bytes set aside until closed. */
    @FunctionalInterface
    interface Share extends AutoCloseable {
        /** Gives the bytes back. */
        @Override
        void close();
    }
}
