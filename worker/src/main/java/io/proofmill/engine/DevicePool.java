package io.proofmill.engine;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** Hands out the devices' slots: the device with most room first, and not the one to avoid while another is there. */
public final class DevicePool {
    private static final long CANCELLATION_POLL_MILLIS = 50;

    private final List<Slots> devices = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();

    /** A pool of at least one device. */
    public DevicePool(List<ProvingDevice> devices) {
        if (devices.isEmpty()) {
            throw new IllegalArgumentException("a pool needs at least one device");
        }
        devices.forEach(device -> this.devices.add(new Slots(device)));
    }

    public List<ProvingDevice> devices() {
        return devices.stream().map(slots -> slots.device).toList();
    }

    /**
     * Waits for a slot.
     *
     * @throws ProofmillException NO_DEVICE when every device is quarantined
     */
    Lease acquire(Optional<String> avoid, Work work) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                work.checkpoint();
                Optional<Slots> free = trusted(avoid).stream()
                        .filter(slots -> slots.free > 0)
                        .max(Comparator.comparingInt(slots -> slots.free));
                if (free.isPresent()) {
                    free.get().free--;
                    return new Lease(free.get());
                }
                // A cancellation does not signal the condition: it is looked for between short waits.
                freed.awaitNanos(TimeUnit.MILLISECONDS.toNanos(CANCELLATION_POLL_MILLIS));
            }
        } finally {
            lock.unlock();
        }
    }

    private List<Slots> trusted(Optional<String> avoid) {
        List<Slots> trusted = devices.stream()
                .filter(slots -> slots.device.trust().acceptsJobs())
                .toList();
        if (trusted.isEmpty()) {
            throw new ProofmillException(
                    ReasonCode.NO_DEVICE,
                    "every device is quarantined: "
                            + devices().stream().map(ProvingDevice::name).collect(Collectors.joining(", ")));
        }
        List<Slots> others = trusted.stream()
                .filter(slots -> !avoid.equals(Optional.of(slots.device.name())))
                .toList();
        return others.isEmpty() ? trusted : others;
    }

    private static final class Slots {
        private final ProvingDevice device;
        private int free;

        private Slots(ProvingDevice device) {
            this.device = device;
            this.free = device.slots();
        }
    }

    /** One slot of one device until closed. */
    final class Lease implements AutoCloseable {
        private final Slots slots;

        private Lease(Slots slots) {
            this.slots = slots;
        }

        ProvingDevice device() {
            return slots.device;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                slots.free++;
                freed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
