package io.proofmill.cli.files;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Reads something on a thread of its own, while the caller reads something else. To close it is to wait for it and to close what it read.
 *
 * @param <T> what is read
 */
final class BackgroundRead<T extends AutoCloseable> implements AutoCloseable {
    private final FutureTask<T> task;

    private BackgroundRead(FutureTask<T> task) {
        this.task = task;
    }

    static <T extends AutoCloseable> BackgroundRead<T> start(String name, Callable<T> read) {
        FutureTask<T> task = new FutureTask<>(read);
        Thread.ofPlatform().name(name).daemon().start(task);
        return new BackgroundRead<>(task);
    }

    /** Waits, and returns what was read or throws what went wrong. */
    T get() throws IOException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw new IllegalStateException("reading failed", e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading", e);
        }
    }

    @Override
    public void close() throws IOException {
        T read;
        try {
            read = task.get();
        } catch (ExecutionException e) {
            return; // nothing was read; get() has said why, or nobody asked
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            read.close();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("closing failed", e);
        }
    }
}
