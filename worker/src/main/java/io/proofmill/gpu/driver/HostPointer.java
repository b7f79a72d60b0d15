package io.proofmill.gpu.driver;

import java.lang.foreign.MemorySegment;
import jcuda.Pointer;

/** Native host memory as jcuda wants it named: no limit of 2 GiB, unlike a ByteBuffer. The segment must stay alive while the driver may use the address. */
final class HostPointer extends Pointer {
    private HostPointer(long address) {
        super(address);
    }

    static HostPointer to(MemorySegment segment) {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("the device reads native memory only, found a segment on the Java heap");
        }
        return new HostPointer(segment.address());
    }
}
