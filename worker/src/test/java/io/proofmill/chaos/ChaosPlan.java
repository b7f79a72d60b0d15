package io.proofmill.chaos;

import io.proofmill.queue.GroupProtocol;
import java.time.Duration;

/**
 * What a run is asked to do.
 *
 * @param seed where all chance comes from
 * @param faults how many faults strike; no more are drawn when the time is over
 * @param limit how long faults are drawn
 * @param gapMillis mean time between two faults
 */
record ChaosPlan(long seed, int faults, Duration limit, int gapMillis) {
    /** From the system properties {@code chaos.seed}, {@code chaos.faults}, {@code chaos.minutes} and {@code chaos.gap.ms}; without them the short run that every build does. */
    static ChaosPlan fromProperties() {
        int faults = Integer.getInteger("chaos.faults", 35);
        int gapMillis = Integer.getInteger("chaos.gap.ms", 350);
        int minutes = Integer.getInteger("chaos.minutes", 0);
        Duration limit = minutes > 0 ? Duration.ofMinutes(minutes) : Duration.ofHours(1);
        return new ChaosPlan(Long.getLong("chaos.seed", 1), faults, limit, gapMillis);
    }

    /** Even seeds run the protocol of KIP-848, odd ones the classic one. */
    GroupProtocol protocol() {
        return seed % 2 == 0 ? GroupProtocol.CONSUMER : GroupProtocol.CLASSIC;
    }
}
