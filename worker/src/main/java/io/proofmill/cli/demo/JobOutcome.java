package io.proofmill.cli.demo;

import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.PhaseTiming;
import io.proofmill.schemas.ProofResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What became of one job, as the result and dead-letter topics tell it.
 *
 * @param verified whether the published proof verifies under the circuit's key; false for a dead letter
 */
record JobOutcome(DemoJob job, Optional<ProofResult> result, Optional<DeadLetter> deadLetter, boolean verified) {
    static JobOutcome proved(DemoJob job, ProofResult result, boolean verified) {
        return new JobOutcome(job, Optional.of(result), Optional.empty(), verified);
    }

    static JobOutcome deadLettered(DemoJob job, DeadLetter letter) {
        return new JobOutcome(job, Optional.empty(), Optional.of(letter), false);
    }

    /** Seconds by stage, in their order; empty for a dead letter. */
    Map<String, Double> seconds() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        result.ifPresent(proved -> {
            seconds.put("queue", proved.getQueueSeconds());
            for (PhaseTiming timing : proved.getTimings()) {
                seconds.put(timing.getPhase(), timing.getNanos() / 1e9);
            }
        });
        return seconds;
    }

    String words() {
        if (result.isPresent()) {
            return verified ? "proved, verified" : "PROOF DOES NOT VERIFY";
        }
        return "dead letter: " + deadLetter.orElseThrow().getReasonCode();
    }
}
