package io.proofmill.gpu.driver;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Bytes copied between host and a device by this process so far. A device's count outlives its contexts. Thread-safe. */
public final class CopiedBytes {
    private static final Map<Integer, CopiedBytes> BY_ORDINAL = new ConcurrentHashMap<>();

    private final LongAdder up = new LongAdder();
    private final LongAdder down = new LongAdder();

    private CopiedBytes() {}

    public static CopiedBytes of(Device device) {
        return BY_ORDINAL.computeIfAbsent(device.ordinal(), ordinal -> new CopiedBytes());
    }

    /** To the device. */
    public long up() {
        return up.sum();
    }

    /** From the device. */
    public long down() {
        return down.sum();
    }

    void addUp(long bytes) {
        up.add(bytes);
    }

    void addDown(long bytes) {
        down.add(bytes);
    }
}
