package io.proofmill.gpu.msm;

import io.proofmill.math.Group;
import io.proofmill.math.Point;
import java.lang.foreign.MemorySegment;

/** The host's last step of an MSM: the windows' sums put together by Horner's rule, plus the sum of the points with scalar 1 or -1. */
final class WindowSums {
    private WindowSums() {}

    /** The sum over windows w of 2^(c w) times point w, plus the point after the last window. */
    static Point combine(PointGroup points, MemorySegment sums, int windowBits, int windowCount) {
        Group group = points.group();
        Point sum = group.infinity();
        for (int window = windowCount - 1; window >= 0; window--) {
            for (int i = 0; i < windowBits; i++) {
                sum = sum.twice();
            }
            sum = sum.add(group.read(sums, (long) window * points.pointBytes()));
        }
        return sum.add(group.read(sums, (long) windowCount * points.pointBytes()));
    }
}
