package io.proofmill.math;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Splits index ranges over as many threads as a {@link Work} allows; the calling thread is one of them. */
public final class Parallel {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("proofmill-math-", 0).daemon().factory());

    private Parallel() {}

    /** A piece of work over the indexes from (inclusive) to (exclusive). */
    @FunctionalInterface
    public interface Range {
        void run(long from, long to);
    }

    /**
     * Runs the body over 0 to n - 1 in pieces of at most {@code grain} indexes and returns when all are done. Asks {@code work} before every piece. The first
     * failure stops the other threads and is thrown here.
     */
    public static void forRanges(long n, long grain, Work work, Range body) {
        long pieces = (n + grain - 1) / grain;
        AtomicLong next = new AtomicLong();
        AtomicBoolean failed = new AtomicBoolean();
        Runnable worker = () -> {
            try {
                for (long piece = next.getAndIncrement(); piece < pieces && !failed.get(); ) {
                    work.checkpoint();
                    body.run(piece * grain, Math.min(n, (piece + 1) * grain));
                    piece = next.getAndIncrement();
                }
            } catch (RuntimeException | Error failure) {
                failed.set(true);
                throw failure;
            }
        };
        long helpers = Math.min(work.parallelism(), pieces) - 1;
        List<Future<?>> others = new ArrayList<>();
        for (long i = 0; i < helpers; i++) {
            others.add(THREADS.submit(worker));
        }
        Throwable failure = runHere(worker);
        for (Future<?> other : others) {
            failure = firstOf(failure, join(other));
        }
        switch (failure) {
            case null -> {}
            case RuntimeException ours -> throw ours;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        }
    }

    /** A grain that gives every thread a few pieces, so that a slow thread does not hold up the rest. */
    public static long grain(long n, Work work, long smallest) {
        return Math.max(smallest, n / (4L * work.parallelism()) + 1);
    }

    private static Throwable runHere(Runnable worker) {
        try {
            worker.run();
            return null;
        } catch (RuntimeException | Error failure) {
            return failure;
        }
    }

    private static Throwable join(Future<?> other) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    other.get();
                    return null;
                } catch (InterruptedException e) {
                    // The threads share the caller's memory: it must not return before they have stopped.
                    interrupted = true;
                } catch (ExecutionException e) {
                    return e.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Throwable firstOf(Throwable first, Throwable second) {
        return first == null || (first instanceof CancellationException && second != null) ? second : first;
    }
}
