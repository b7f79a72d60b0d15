package io.proofmill.gpu.memory;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Divides one region among named parts, decided before the region exists. Parts of a <em>common</em> block lie beside each other for the whole job; parts of an
 * alternative share one space with the parts of the other alternatives, since only one of them is in use at a time.
 */
public final class Layout {
    private final Map<String, Long> offsets = new LinkedHashMap<>();
    private long common;
    private long sharedStart = -1;
    private long alternative;
    private long sharedEnd;

    /** A part for the whole job. All of them come before the first alternative. */
    public Layout part(String name, long bytes) {
        if (sharedStart >= 0) {
            throw new IllegalStateException("part " + name + " comes after an alternative");
        }
        place(name, common);
        common += DeviceArena.rounded(bytes);
        return this;
    }

    /** Begins another use of the shared space. */
    public Layout alternative() {
        if (sharedStart < 0) {
            sharedStart = common;
            sharedEnd = common;
        }
        alternative = sharedStart;
        return this;
    }

    /** A part of the alternative begun last. */
    public Layout shared(String name, long bytes) {
        if (sharedStart < 0) {
            throw new IllegalStateException("part " + name + " comes before an alternative");
        }
        place(name, alternative);
        alternative += DeviceArena.rounded(bytes);
        sharedEnd = Math.max(sharedEnd, alternative);
        return this;
    }

    private void place(String name, long offset) {
        if (offsets.putIfAbsent(name, offset) != null) {
            throw new IllegalStateException("part " + name + " is there twice");
        }
    }

    /** Bytes that all takes. */
    public long bytes() {
        return Math.max(common, sharedEnd);
    }

    /** Where a part starts, from the region's start. */
    public long offset(String name) {
        Long offset = offsets.get(name);
        if (offset == null) {
            throw new IllegalStateException("no part " + name + " among " + offsets.keySet());
        }
        return offset;
    }
}
