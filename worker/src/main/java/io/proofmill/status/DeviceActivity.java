package io.proofmill.status;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How many parts run on each device, and for how long at least one did. Thread-safe. */
public final class DeviceActivity {
    private final LongSupplier nanoClock;
    private final Map<String, Load> loads = new HashMap<>();

    /** @param nanoClock a monotonic clock, in nanoseconds */
    public DeviceActivity(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    synchronized void enter(String device) {
        Load load = loads.computeIfAbsent(device, ignored -> new Load());
        if (load.running++ == 0) {
            load.busySince = nanoClock.getAsLong();
        }
    }

    synchronized void leave(String device) {
        Load load = loads.get(device);
        if (--load.running == 0) {
            load.busyNanos += nanoClock.getAsLong() - load.busySince;
        }
    }

    /** Parts that run there now. */
    public synchronized int running(String device) {
        Load load = loads.get(device);
        return load == null ? 0 : load.running;
    }

    /** Nanoseconds since the start in which at least one part ran there. */
    public synchronized long busyNanos(String device) {
        Load load = loads.get(device);
        if (load == null) {
            return 0;
        }
        return load.busyNanos + (load.running > 0 ? nanoClock.getAsLong() - load.busySince : 0);
    }

    private static final class Load {
        private int running;
        private long busySince;
        private long busyNanos;
    }
}
