package io.proofmill.gpu.driver;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;

/** A device refused or failed an operation. The sentence names the operation, the device and the sizes. */
public class DeviceException extends ProofmillException {
    public DeviceException(ReasonCode reason, String sentence) {
        super(reason, sentence);
    }
}
