package io.proofmill.gpu.msm;

import io.proofmill.gpu.driver.Device;

/**
 * What a plan needs to know of a device.
 *
 * @param multiprocessors streaming multiprocessors
 * @param sharedBytes shared memory that a block may ask for
 */
public record MsmDevice(int multiprocessors, int sharedBytes) {
    public static MsmDevice of(Device device) {
        return new MsmDevice(device.multiprocessors(), device.sharedBytesPerBlock());
    }
}
