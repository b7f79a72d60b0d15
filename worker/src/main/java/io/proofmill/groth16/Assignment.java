package io.proofmill.groth16;

import io.proofmill.math.CurveId;
import io.proofmill.math.LazyArena;
import io.proofmill.math.Scalars;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A full witness vector, off-heap: canonical scalars of 32 little-endian bytes, the constant 1 first, then the public inputs, then the rest. Whoever fills it
 * guarantees that every value is below the scalar field's prime. Closing it frees the memory; it may be read from any thread.
 */
public final class Assignment implements AutoCloseable {
    private final CurveId curve;
    private final long size;
    private final Arena arena;
    private final MemorySegment values;

    private Assignment(CurveId curve, long size, Arena arena, MemorySegment values) {
        this.curve = curve;
        this.size = size;
        this.arena = arena;
        this.values = values;
    }

    /** A vector of zeros for the caller to fill. */
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static Assignment allocate(CurveId curve, long size) {
        Arena arena = new LazyArena();
        return new Assignment(curve, size, arena, arena.allocate(Math.max(1, size) * Scalars.BYTES, Scalars.BYTES));
    }

    /** A copy of values that are already canonical. */
    public static Assignment copyOf(CurveId curve, List<BigInteger> values) {
        Assignment assignment = allocate(curve, values.size());
        for (int i = 0; i < values.size(); i++) {
            Scalars.write(values.get(i), assignment.values, (long) i * Scalars.BYTES);
        }
        return assignment;
    }

    /** The curve whose scalar field the values are of. */
    public CurveId curve() {
        return curve;
    }

    /** How many values there are, the constant 1 included. */
    public long size() {
        return size;
    }

    /** The values, {@link Scalars#BYTES} bytes each. */
    public MemorySegment values() {
        return values;
    }

    public BigInteger value(long index) {
        return Scalars.read(values, index * Scalars.BYTES);
    }

    /** The {@code count} values after the constant 1. */
    public List<BigInteger> publicInputs(int count) {
        List<BigInteger> inputs = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            inputs.add(value(i));
        }
        return List.copyOf(inputs);
    }

    @Override
    public void close() {
        arena.close();
    }
}
