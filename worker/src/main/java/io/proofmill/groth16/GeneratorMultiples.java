package io.proofmill.groth16;

import io.proofmill.math.FixedBase;
import io.proofmill.math.Group;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Multiplies a group's generator by many scalars: what most of a set-up is. The result does not depend on who multiplies. */
@FunctionalInterface
public interface GeneratorMultiples {
    /**
     * Writes scalar[i] * generator for i below count.
     *
     * @param scalars canonical, 32 little-endian bytes each
     * @param out packed affine points
     */
    void multiply(Group group, MemorySegment scalars, MemorySegment out, long count, Work work);

    /** Multiplication on the processor; keeps each generator's table. */
    static GeneratorMultiples onProcessor() {
        Map<Group, FixedBase> tables = new ConcurrentHashMap<>();
        return (group, scalars, out, count, work) -> tables.computeIfAbsent(
                        group, absent -> FixedBase.of(absent.generator()))
                .multiply(scalars, out, count, work);
    }
}
