package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/**
 * Element by element arithmetic on whole vectors of a scalar field at rest, 32 little-endian bytes an element. Outputs may be inputs. Inputs must be canonical
 * words (below the prime); outputs are.
 */
public final class Elementwise {
    private static final long SMALLEST_PIECE = 4096;

    private final PrimeField field;
    private final int n;

    private Elementwise(PrimeField field) {
        this.field = field;
        this.n = field.limbs();
    }

    public static Elementwise of(PrimeField field) {
        return new Elementwise(field);
    }

    /** out[i] = a[i] * b[i], all in Montgomery form. */
    public void multiply(MemorySegment a, MemorySegment b, MemorySegment out, long count, Work work) {
        forRanges(count, work, (from, to) -> {
            if (Lanes.available()) {
                new LaneVectors(field).multiply(a, b, out, from, to);
            } else {
                pairwise(a, b, out, from, to, t -> field.mul(t, 0, t, n, t, 0));
            }
        });
    }

    /** out[i] = a[i] - b[i], all in the same form. */
    public void subtract(MemorySegment a, MemorySegment b, MemorySegment out, long count, Work work) {
        forRanges(count, work, (from, to) -> pairwise(a, b, out, from, to, t -> field.sub(t, 0, t, n, t, 0)));
    }

    /** out[i] = a[i] * b[i] - c[i], all in Montgomery form. */
    public void multiplySubtract(
            MemorySegment a, MemorySegment b, MemorySegment c, MemorySegment out, long count, Work work) {
        multiply(a, b, out, count, work);
        subtract(out, c, out, count, work);
    }

    /** From canonical to Montgomery form. */
    public void toMontgomery(MemorySegment a, MemorySegment out, long count, Work work) {
        forRanges(count, work, (from, to) -> {
            if (Lanes.available()) {
                new LaneVectors(field).toMontgomery(a, out, from, to);
            } else {
                pairwise(a, a, out, from, to, t -> field.toMontgomery(t, 0, t, 0));
            }
        });
    }

    /** From Montgomery to canonical form. */
    public void fromMontgomery(MemorySegment a, MemorySegment out, long count, Work work) {
        forRanges(count, work, (from, to) -> {
            if (Lanes.available()) {
                new LaneVectors(field).fromMontgomery(a, out, from, to);
            } else {
                pairwise(a, a, out, from, to, t -> field.fromMontgomery(t, 0, t, 0));
            }
        });
    }

    /** The index of the first element that is not below the prime. */
    public OptionalLong firstNonCanonical(MemorySegment a, long count) {
        long[] t = new long[n];
        for (long i = 0; i < count; i++) {
            field.read(a, i * field.bytes(), t, 0);
            if (!field.isCanonical(t, 0)) {
                return OptionalLong.of(i);
            }
        }
        return OptionalLong.empty();
    }

    /** Two elements in a window; the result replaces the first. */
    @FunctionalInterface
    private interface Operation {
        void apply(long[] window);
    }

    private static void forRanges(long count, Work work, Parallel.Range body) {
        Parallel.forRanges(count, Parallel.grain(count, work, SMALLEST_PIECE), work, body);
    }

    private void pairwise(
            MemorySegment a, MemorySegment b, MemorySegment out, long from, long to, Operation operation) {
        long[] t = new long[2 * n];
        for (long i = from; i < to; i++) {
            field.read(a, i * field.bytes(), t, 0);
            field.read(b, i * field.bytes(), t, n);
            operation.apply(t);
            field.write(t, 0, out, i * field.bytes());
        }
    }
}
