package io.proofmill.gpu.memory;

import java.util.concurrent.atomic.AtomicBoolean;

/** A range of device addresses that one owner holds until it closes it. */
public final class Region implements AutoCloseable {
    private final DeviceArena arena;
    private final long address;
    private final long bytes;
    private final AtomicBoolean closed = new AtomicBoolean();

    Region(DeviceArena arena, long address, long bytes) {
        this.arena = arena;
        this.address = address;
        this.bytes = bytes;
    }

    /** First address. */
    public long address() {
        return address;
    }

    /** Size in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Gives the range back; a second call does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            arena.giveBack(address, bytes);
        }
    }
}
