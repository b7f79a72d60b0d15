package io.proofmill.queue;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Runs tasks elsewhere, and tells somebody of one that ends by an exception. Nothing answers for such a task any more: whoever waits for it would wait for ever, and the partition or the publisher with him.
 */
final class LoudExecutor implements Executor {
    private final Executor executor;
    private final Consumer<Throwable> onFailure;

    LoudExecutor(Executor executor, Consumer<Throwable> onFailure) {
        this.executor = executor;
        this.onFailure = onFailure;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                onFailure.accept(e);
            }
        });
    }
}
