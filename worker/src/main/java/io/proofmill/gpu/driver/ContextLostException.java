package io.proofmill.gpu.driver;

import io.proofmill.math.ReasonCode;

/** The device's context is lost, and with it all memory on it: nothing works there until the context is rebuilt. */
public final class ContextLostException extends DeviceException {
    public ContextLostException(String sentence) {
        super(ReasonCode.DEVICE_FAULT, sentence);
    }
}
