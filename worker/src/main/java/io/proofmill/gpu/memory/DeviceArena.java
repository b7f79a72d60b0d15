package io.proofmill.gpu.memory;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Hands out regions of one range of device addresses.
 *
 * <p>First fit. What lives long (keys) is taken from the low end, what lives for a job from the high end, so that short lives leave no holes between long ones. Neighbouring free
 * ranges are merged. The same calls give the same addresses. Thread-safe.
 */
public class DeviceArena {
    /** Every region starts at a multiple of this, and its size is rounded up to one: the widest access of any kernel and a DRAM page's sector. */
    public static final long ALIGNMENT = 512;

    /** Where a region is looked for. */
    public enum End {
        LOW,
        HIGH
    }

    private final long base;
    private final long capacity;
    private final NavigableMap<Long, Long> free = new TreeMap<>();
    private long freeBytes;

    /**
     * An arena over {@code [base, base + capacity)}.
     *
     * @param base first address, a multiple of {@link #ALIGNMENT}
     * @param capacity bytes; what is left of the last alignment unit is not used
     */
    public DeviceArena(long base, long capacity) {
        if (base % ALIGNMENT != 0) {
            throw new IllegalArgumentException("arena base %#x is not a multiple of %d".formatted(base, ALIGNMENT));
        }
        this.base = base;
        this.capacity = capacity - capacity % ALIGNMENT;
        this.freeBytes = this.capacity;
        if (this.capacity > 0) {
            free.put(base, this.capacity);
        }
    }

    /** The size that a request takes. */
    public static long rounded(long bytes) {
        return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    }

    /** All bytes. */
    public long capacity() {
        return capacity;
    }

    /** Bytes that no region holds. */
    public synchronized long freeBytes() {
        return freeBytes;
    }

    /** The largest region that can be had now. */
    public synchronized long largestFree() {
        return free.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** First address. */
    public long base() {
        return base;
    }

    /**
     * Takes a region.
     *
     * @param purpose what for, in words of a sentence
     * @throws ProofmillException OUT_OF_DEVICE_MEMORY when no free range is long enough
     */
    public synchronized Region allocate(String purpose, long bytes, End end) {
        long size = rounded(Math.max(bytes, 1));
        Map.Entry<Long, Long> range = end == End.LOW ? lowest(size) : highest(size);
        if (range == null) {
            throw new ProofmillException(
                    ReasonCode.OUT_OF_DEVICE_MEMORY,
                    "%s needs %d bytes of device memory; %d of %d are free, the longest range has %d"
                            .formatted(purpose, size, freeBytes, capacity, largestFree()));
        }
        long start = range.getKey();
        long length = range.getValue();
        free.remove(start);
        long address = end == End.LOW ? start : start + length - size;
        if (length > size) {
            free.put(end == End.LOW ? start + size : start, length - size);
        }
        freeBytes -= size;
        return new Region(this, address, size);
    }

    /** Whether a region at the low end and then one at the high end can both be had now; a size of 0 asks for none. */
    public synchronized boolean holds(long low, long high) {
        if (low <= 0) {
            return high <= 0 || highest(rounded(high)) != null;
        }
        Map.Entry<Long, Long> lowRange = lowest(rounded(low));
        if (lowRange == null || high <= 0) {
            return lowRange != null;
        }
        long rest = lowRange.getValue() - rounded(low);
        return rest >= rounded(high)
                || free.entrySet().stream()
                        .anyMatch(range ->
                                !range.getKey().equals(lowRange.getKey()) && range.getValue() >= rounded(high));
    }

    private Map.Entry<Long, Long> lowest(long size) {
        for (Map.Entry<Long, Long> range : free.entrySet()) {
            if (range.getValue() >= size) {
                return range;
            }
        }
        return null;
    }

    private Map.Entry<Long, Long> highest(long size) {
        for (Map.Entry<Long, Long> range : free.descendingMap().entrySet()) {
            if (range.getValue() >= size) {
                return range;
            }
        }
        return null;
    }

    synchronized void giveBack(long address, long size) {
        freeBytes += size;
        long start = address;
        long length = size;
        Map.Entry<Long, Long> before = free.lowerEntry(address);
        if (before != null && before.getKey() + before.getValue() == address) {
            start = before.getKey();
            length += before.getValue();
        }
        Long after = free.remove(address + size);
        if (after != null) {
            length += after;
        }
        free.put(start, length);
    }
}
