package io.proofmill.gpu.driver;

import jcuda.driver.CUdeviceptr;

/** A device address that can be read as a number, for arithmetic and kernel arguments. */
final class DevicePointer extends CUdeviceptr {
    /** An address for the driver to fill in. */
    DevicePointer() {}

    /** A given address. */
    static CUdeviceptr at(long address) {
        return new CUdeviceptr().withByteOffset(address);
    }

    long address() {
        return getNativePointer();
    }
}
