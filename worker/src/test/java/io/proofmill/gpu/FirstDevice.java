package io.proofmill.gpu;

import io.proofmill.gpu.driver.DeviceSelection;

/** Settings for tests of what one device does, on machines with any number of them. */
final class FirstDevice {
    static final GpuSettings SETTINGS = GpuSettings.DEFAULT.withDevices(DeviceSelection.parse("0"));

    private FirstDevice() {}
}
