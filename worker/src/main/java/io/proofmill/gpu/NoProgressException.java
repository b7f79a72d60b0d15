package io.proofmill.gpu;

import io.proofmill.gpu.driver.DeviceException;
import io.proofmill.groth16.Phase;
import io.proofmill.math.ReasonCode;
import java.time.Duration;

/** A stage of a proof ran past its limit. What runs on the device cannot be stopped, so its memory stays taken. */
final class NoProgressException extends DeviceException {
    private final Phase phase;

    NoProgressException(Object device, Phase phase, Duration limit) {
        super(
                ReasonCode.NO_PROGRESS,
                "stage " + phase.label() + " made no progress within " + limit.toSeconds() + " s on " + device);
        this.phase = phase;
    }

    Phase phase() {
        return phase;
    }
}
