package io.proofmill.gpu.health;

import java.time.Duration;

/**
 * When a device is taken out of service and when it comes back.
 *
 * @param strikes faults within the window that quarantine a device
 * @param window how long a fault counts
 * @param firstCoolDown time in quarantine before the first trial; doubles with each quarantine in a row
 * @param longestCoolDown the doubling's bound
 * @param probationProofs good proofs after a passed trial until the device counts as healthy again
 */
public record HealthPolicy(
        int strikes, Duration window, Duration firstCoolDown, Duration longestCoolDown, int probationProofs) {
    /** Two faults within an hour; five minutes at first, an hour at most; three proofs. */
    public static final HealthPolicy DEFAULT =
            new HealthPolicy(2, Duration.ofHours(1), Duration.ofMinutes(5), Duration.ofHours(1), 3);

    Duration coolDown(int quarantinesInARow) {
        Duration coolDown = firstCoolDown;
        for (int i = 1; i < quarantinesInARow && coolDown.compareTo(longestCoolDown) < 0; i++) {
            coolDown = coolDown.multipliedBy(2);
        }
        return coolDown.compareTo(longestCoolDown) > 0 ? longestCoolDown : coolDown;
    }
}
