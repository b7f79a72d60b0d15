package io.proofmill.status;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The machine's memory, or the container's where there is a limit. Bytes. */
public final class HostMemory {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private HostMemory() {}

    public static long total() {
        return SYSTEM.getTotalMemorySize();
    }

    /** What is not free; the page cache counts as used. */
    public static long used() {
        return SYSTEM.getTotalMemorySize() - SYSTEM.getFreeMemorySize();
    }
}
