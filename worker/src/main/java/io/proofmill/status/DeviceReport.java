package io.proofmill.status;

import java.time.Instant;
import java.util.Optional;

/**
 * A device as an operator sees it.
 *
 * @param name as in the settings and metrics: {@code cpu}, {@code cuda:0}
 * @param model the product's name
 * @param state {@code HEALTHY}, {@code PROBATION} or {@code QUARANTINED}
 * @param reason the last fault in a sentence; empty when there was none
 * @param since when the state was entered
 * @param faults since the start
 * @param running parts that run on it now
 * @param memoryUsed bytes in use by anyone; absent where unknown
 * @param memoryTotal bytes of its memory
 * @param temperatureCelsius absent where there is no sensor
 * @param copiedUp bytes that this process copied to it
 * @param copiedDown bytes that this process copied from it
 */
public record DeviceReport(
        String name,
        String model,
        String state,
        String reason,
        Instant since,
        long faults,
        int running,
        Optional<Long> memoryUsed,
        long memoryTotal,
        Optional<Integer> temperatureCelsius,
        long copiedUp,
        long copiedDown) {
    public boolean quarantined() {
        return state.equals("QUARANTINED");
    }
}
