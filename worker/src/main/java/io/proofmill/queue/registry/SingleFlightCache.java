package io.proofmill.queue.registry;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Remembers answers, least recently used first out. Threads that ask for the same key at the same time share one question. A refusal is remembered
 * for a while, in a table of its own, so that refusals never push answers out. Any other failure is not remembered.
 */
final class SingleFlightCache<K, V> {
    private record Refusal(RegistryRefusedException exception, long atNanos) {}

    private final Map<K, V> answers;
    private final Map<K, Refusal> refusals;
    private final Map<K, CompletableFuture<V>> inFlight = new LinkedHashMap<>();
    private final long refusalNanos;
    private final LongSupplier nanoClock;

    /**
     * @param capacity how many answers, and as many refusals, are kept
     * @param refusalTtl how long a refusal is kept
     * @param nanoClock monotonic, as {@link System#nanoTime}
     */
    SingleFlightCache(int capacity, Duration refusalTtl, LongSupplier nanoClock) {
        this.answers = leastRecentlyUsed(capacity);
        this.refusals = leastRecentlyUsed(capacity);
        this.refusalNanos = refusalTtl.toNanos();
        this.nanoClock = nanoClock;
    }

    /** The answer for the key, from memory or from the question. */
    V get(K key, Supplier<V> question) {
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> shared;
        synchronized (this) {
            V known = answers.get(key);
            if (known != null) {
                return known;
            }
            refuseIfRemembered(key);
            shared = inFlight.putIfAbsent(key, mine);
        }
        if (shared == null) {
            ask(key, question, mine);
            shared = mine;
        }
        return result(shared);
    }

    private void refuseIfRemembered(K key) {
        Refusal refusal = refusals.get(key);
        if (refusal == null) {
            return;
        }
        if (nanoClock.getAsLong() - refusal.atNanos < refusalNanos) {
            throw refusal.exception;
        }
        refusals.remove(key);
    }

    private void ask(K key, Supplier<V> question, CompletableFuture<V> mine) {
        try {
            V answer = question.get();
            synchronized (this) {
                answers.put(key, answer);
                inFlight.remove(key);
            }
            mine.complete(answer);
        } catch (Throwable e) { // whatever it was, those who wait must not wait for ever
            synchronized (this) {
                if (e instanceof RegistryRefusedException refused) {
                    refusals.put(key, new Refusal(refused, nanoClock.getAsLong()));
                }
                inFlight.remove(key);
            }
            mine.completeExceptionally(e);
        }
    }

    private static <V> V result(CompletableFuture<V> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw e;
            }
        }
    }

    private static <K, V> Map<K, V> leastRecentlyUsed(int capacity) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > capacity;
            }
        };
    }
}
