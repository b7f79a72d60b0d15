package io.proofmill.filecoin.format;

import io.proofmill.groth16.PointList;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Group;
import io.proofmill.math.Parallel;
import io.proofmill.math.PrimeField;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A list of uncompressed points in a mapped file. Nothing is copied until it is read; a read converts to packed Montgomery form.
 */
final class MappedPoints implements PointList {
    private static final ValueLayout.OfLong BIG_ENDIAN =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final PrimeField FIELD = Curve.of(CurveId.BLS12_381).fq();
    private static final int LIMBS = 6;
    private static final int COORDINATE = LIMBS * Long.BYTES;
    private static final long FLAGS = 0xe000_0000_0000_0000L;
    private static final long INFINITY = 0x4000_0000_0000_0000L;
    private static final long PIECE = 1 << 12;

    private final String name;
    private final MemorySegment file;
    private final long size;
    private final int coordinates;

    /**
     * A list over a stretch of a file.
     *
     * @param name of the list, for failures
     * @param file the points' bytes
     * @param coordinates in a point: 2 in G1, 4 in G2
     */
    MappedPoints(String name, MemorySegment file, int coordinates) {
        this.name = name;
        this.file = file;
        this.coordinates = coordinates;
        this.size = file.byteSize() / ((long) coordinates * COORDINATE);
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public MemorySegment read(long first, long count, Arena scratch) {
        int pointBytes = coordinates * COORDINATE;
        MemorySegment out = scratch.allocate(Math.max(1, count * pointBytes), Long.BYTES);
        Parallel.forRanges(count, PIECE, Work.UNATTENDED, (from, to) -> {
            long[] element = new long[LIMBS];
            for (long i = from; i < to; i++) {
                convert(first + i, out.asSlice(i * pointBytes, pointBytes), element);
            }
        });
        return out;
    }

    private void convert(long point, MemorySegment out, long[] element) {
        long start = point * coordinates * COORDINATE;
        long flags = file.get(BIG_ENDIAN, start) & FLAGS;
        if (flags == INFINITY) {
            requireZeros(point, start);
            out.fill((byte) 0);
            return;
        }
        if (flags != 0) {
            throw bad(point, "is not in uncompressed form");
        }
        long any = 0;
        for (int i = 0; i < coordinates; i++) {
            // In G2 c1 stands before c0 within x and within y.
            int place = i ^ (coordinates / 2 - 1);
            for (int limb = 0; limb < LIMBS; limb++) {
                element[limb] = file.get(
                        BIG_ENDIAN, start + (long) place * COORDINATE + (long) (LIMBS - 1 - limb) * Long.BYTES);
            }
            if (!FIELD.isCanonical(element, 0)) {
                throw bad(point, "has a coordinate that is not below the base field's modulus");
            }
            any |= element[0] | element[1] | element[2] | element[3] | element[4] | element[5];
            FIELD.toMontgomery(element, 0, element, 0);
            FIELD.write(element, 0, out, (long) i * COORDINATE);
        }
        if (any == 0) {
            // Packed points would take it for infinity.
            throw bad(point, "has coordinates of zero, which are on no curve, without the flag of infinity");
        }
    }

    private void requireZeros(long point, long start) {
        long any = file.get(BIG_ENDIAN, start) & ~FLAGS;
        for (long at = Long.BYTES; at < (long) coordinates * COORDINATE; at += Long.BYTES) {
            any |= file.get(BIG_ENDIAN, start + at);
        }
        if (any != 0) {
            throw bad(point, "has other bytes than zeros after the flag of infinity");
        }
    }

    /** The file form of packed points. */
    static byte[] uncompressed(MemorySegment packed, long count, Group group) {
        int pointBytes = group.pointBytes();
        int coordinates = pointBytes / COORDINATE;
        byte[] out = new byte[Math.toIntExact(count * pointBytes)];
        MemorySegment file = MemorySegment.ofArray(out);
        long[] element = new long[LIMBS];
        for (long i = 0; i < count; i++) {
            long start = i * pointBytes;
            long any = 0;
            for (int c = 0; c < coordinates; c++) {
                FIELD.read(packed, start + (long) c * COORDINATE, element, 0);
                FIELD.fromMontgomery(element, 0, element, 0);
                int place = c ^ (coordinates / 2 - 1);
                for (int limb = 0; limb < LIMBS; limb++) {
                    any |= element[limb];
                    long at = start + (long) place * COORDINATE + (long) (LIMBS - 1 - limb) * Long.BYTES;
                    file.set(BIG_ENDIAN, at, element[limb]);
                }
            }
            if (any == 0) {
                file.set(BIG_ENDIAN, start, INFINITY);
            }
        }
        return out;
    }

    private BadInputException bad(long point, String fault) {
        return new BadInputException(ReasonCode.INVALID_KEY, "point " + point + " of " + name + " " + fault);
    }
}
