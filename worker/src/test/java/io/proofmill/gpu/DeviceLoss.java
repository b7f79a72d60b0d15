package io.proofmill.gpu;

import io.proofmill.gpu.driver.Faults;

/** Takes a prover's first device away from its process, as a faulty kernel does. */
public final class DeviceLoss {
    private DeviceLoss() {}

    /** Waits until jobs are on the device, then loses its context. */
    public static void underARunningJob(GpuProver prover) {
        ProvingDevice device = prover.devices().getFirst();
        while (device.load() == 0) {
            Thread.onSpinWait();
        }
        Faults.writeNowhere(device.session().context());
    }
}
