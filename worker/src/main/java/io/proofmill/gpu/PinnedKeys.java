package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.DeviceException;
import io.proofmill.math.Work;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locked host copies of the keys that stream through one device, least recently used dropped first, never one that a job uses. A key that does not fit, or that the system does not let us lock,
 * streams from where it is. Copies count in the host's budget as long as they last. Thread-safe; whoever asks for a key that is being copied waits.
 */
final class PinnedKeys implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PinnedKeys.class);

    private final Context context;
    private final long limit;
    private final HostBudget budget;
    /** By time of last use, oldest first. */
    private final Map<String, PinnedKey> keys = new LinkedHashMap<>(16, 0.75f, true);

    /** @param limit bytes that all copies together may take: {@code gpu.pinned-memory} */
    PinnedKeys(Context context, long limit, HostBudget budget) {
        this.context = context;
        this.limit = limit;
        this.budget = budget;
    }

    /** The copy of a key, made now if need be; give it back when the job is done. Empty when there is no room. */
    synchronized Optional<PinnedKey> take(KeyPlan plan, Work work) {
        Optional<PinnedKey> key = Optional.ofNullable(keys.get(plan.id()))
                .or(() -> room(plan.pointBytes()).flatMap(share -> copy(plan, share, work)));
        key.ifPresent(PinnedKey::take);
        return key;
    }

    private Optional<PinnedKey> copy(KeyPlan plan, HostBudget.Share share, Work work) {
        long start = System.nanoTime();
        try {
            PinnedKey key = new PinnedKey(plan, share, context, work);
            keys.put(plan.id(), key);
            LOG.info(
                    "key {} of {} MiB copied to locked memory in {} ms",
                    plan.id(),
                    key.bytes() >> 20,
                    (System.nanoTime() - start) / 1_000_000);
            return Optional.of(key);
        } catch (DeviceException | OutOfMemoryError e) {
            LOG.warn("key {} streams from where it is: {}", plan.id(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Room within the limit and within the host's budget, for which unused copies go, oldest first; empty when there is none. */
    private Optional<HostBudget.Share> room(long bytes) {
        if (bytes > limit) {
            return Optional.empty();
        }
        Optional<HostBudget.Share> share = share(bytes);
        while (share.isEmpty() && dropOne()) {
            share = share(bytes);
        }
        return share;
    }

    private Optional<HostBudget.Share> share(long bytes) {
        return used() + bytes <= limit ? budget.tryTake(bytes) : Optional.empty();
    }

    /** Drops the copy that was used least recently and is not in use now. Returns whether there was one. */
    synchronized boolean dropOne() {
        Optional<PinnedKey> oldest =
                keys.values().stream().filter(key -> !key.used()).findFirst();
        oldest.ifPresent(this::drop);
        return oldest.isPresent();
    }

    private long used() {
        return keys.values().stream().mapToLong(PinnedKey::bytes).sum();
    }

    private void drop(PinnedKey key) {
        keys.remove(key.plan().id());
        key.close();
    }

    synchronized void giveBack(PinnedKey key) {
        key.giveBack();
    }

    /** Drops a key's copy, unless a job uses it. */
    synchronized void forget(KeyPlan plan) {
        Optional.ofNullable(keys.get(plan.id())).filter(key -> !key.used()).ifPresent(this::drop);
    }

    /** Drops all copies and gives back their shares of the budget, also where a lost context does not unlock their memory any more: it goes with the context. */
    @Override
    public synchronized void close() {
        for (PinnedKey key : List.copyOf(keys.values())) {
            try {
                drop(key);
            } catch (DeviceException e) {
                LOG.debug("key {} is unlocked with its context: {}", key.plan().id(), e.getMessage());
            }
        }
    }
}
