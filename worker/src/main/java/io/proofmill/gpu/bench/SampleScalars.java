package io.proofmill.gpu.bench;

import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Canonical scalars from a seed, the same on every machine, made by all cores. */
final class SampleScalars {
    private static final long PIECE = 1 << 16;
    private static final int WORDS = Scalars.BYTES / Long.BYTES;

    private final PrimeField field;
    private final long topPrime;
    private final long topMask;

    SampleScalars(PrimeField field) {
        this.field = field;
        this.topPrime = field.modulus().shiftRight(64 * (WORDS - 1)).longValue();
        this.topMask = (Long.highestOneBit(topPrime) << 1) - 1;
    }

    /** Scalars of a mix. */
    MemorySegment draw(long count, Mix mix, long seed, Arena arena) {
        MemorySegment scalars = allocate(count, arena);
        fill(scalars, mix, seed);
        return scalars;
    }

    /** Fills a vector with scalars of a mix. */
    void fill(MemorySegment scalars, Mix mix, long seed) {
        long[] minusOne = words(field.modulus().subtract(BigInteger.ONE));
        forPieces(scalars.byteSize() / Scalars.BYTES, (first, end) -> {
            SplittableRandom random = new SplittableRandom(seed + first);
            for (long i = first; i < end; i++) {
                double kind = random.nextDouble();
                if (kind < mix.zeros()) {
                    put(scalars, i, 0, 0, 0, 0);
                } else if (kind < mix.zeros() + mix.ones()) {
                    put(scalars, i, 1, 0, 0, 0);
                } else if (kind < mix.zeros() + mix.ones() + mix.minusOnes()) {
                    put(scalars, i, minusOne);
                } else {
                    put(scalars, i, random.nextLong(), random.nextLong(), random.nextLong(), top(random));
                }
            }
        });
    }

    /** Scalars among which many are equal, opposite or zero. */
    MemorySegment drawDegenerate(long count, long seed, Arena arena) {
        MemorySegment scalars = draw(count, Mix.UNIFORM, seed, arena);
        BigInteger repeated = BigInteger.valueOf(7);
        for (long i = 0; i < count; i++) {
            switch ((int) (i % 7)) {
                case 1 -> Scalars.write(BigInteger.ZERO, scalars, i * Scalars.BYTES);
                case 2, 3 -> Scalars.write(repeated, scalars, i * Scalars.BYTES);
                case 4 -> Scalars.write(field.modulus().subtract(repeated), scalars, i * Scalars.BYTES);
                default -> {
                    // keeps its uniform value
                }
            }
        }
        return scalars;
    }

    /** The sum of products of two vectors of canonical scalars, modulo the field's prime. */
    BigInteger dot(MemorySegment a, MemorySegment b, long count) {
        long pieces = Math.ceilDiv(count, PIECE);
        long[] total = LongStream.range(0, pieces)
                .parallel()
                .mapToObj(piece -> dotOfPiece(a, b, piece * PIECE, Math.min(count, (piece + 1) * PIECE)))
                .reduce(field.newElement(), this::sum);
        // Each product lacks a factor R, as both sides were plain.
        field.toMontgomery(total, 0, total, 0);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(Scalars.BYTES, Long.BYTES);
            field.write(total, 0, out, 0);
            return Scalars.read(out, 0);
        }
    }

    private long[] dotOfPiece(MemorySegment a, MemorySegment b, long first, long end) {
        long[] sum = field.newElement();
        long[] x = field.newElement();
        long[] y = field.newElement();
        for (long i = first; i < end; i++) {
            field.read(a, i * Scalars.BYTES, x, 0);
            field.read(b, i * Scalars.BYTES, y, 0);
            field.mul(x, 0, y, 0, x, 0);
            field.add(sum, 0, x, 0, sum, 0);
        }
        return sum;
    }

    private long[] sum(long[] a, long[] b) {
        long[] sum = field.newElement();
        field.add(a, 0, b, 0, sum, 0);
        return sum;
    }

    private static MemorySegment allocate(long count, Arena arena) {
        return arena.allocate(count * Scalars.BYTES, Scalars.BYTES);
    }

    private static void put(MemorySegment scalars, long index, long... words) {
        for (int w = 0; w < WORDS; w++) {
            scalars.setAtIndex(ValueLayout.JAVA_LONG, index * WORDS + w, words[w]);
        }
    }

    private static long[] words(BigInteger value) {
        long[] words = new long[WORDS];
        for (int w = 0; w < WORDS; w++) {
            words[w] = value.shiftRight(64 * w).longValue();
        }
        return words;
    }

    /** A top word that keeps the scalar below the prime. */
    private long top(SplittableRandom random) {
        long top = random.nextLong() & topMask;
        while (top >= topPrime) {
            top = random.nextLong() & topMask;
        }
        return top;
    }

    private static void forPieces(long count, Piece piece) {
        LongStream.range(0, Math.ceilDiv(count, PIECE))
                .parallel()
                .forEach(i -> piece.run(i * PIECE, Math.min(count, (i + 1) * PIECE)));
    }

    /** Work on the indexes from first (inclusive) to end (exclusive). */
    @FunctionalInterface
    private interface Piece {
        void run(long first, long end);
    }
}
