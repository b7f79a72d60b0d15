package io.proofmill.queue;

/** Room that a {@link JobHandler} has set aside for one job. The queue gives it back when the job is over, whatever became of it. */
@FunctionalInterface
public interface Permit extends AutoCloseable {
    /** Gives the room back. Called exactly once. */
    @Override
    void close();
}
