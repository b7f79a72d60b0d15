package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/** Products of vectors at rest in lanes. Not thread-safe: it holds its own scratch. */
final class LaneVectors {
    private static final int WIDTH = PrimeLanes.WIDTH;

    private final PrimeField field;
    private final PrimeLanes lanes;
    private final int n;
    private final int block;
    private final long[] packed;
    private final long[] t;

    LaneVectors(PrimeField field) {
        this.field = field;
        this.lanes = field.lanes();
        this.n = field.limbs();
        this.block = lanes.blockWords();
        this.packed = new long[lanes.packedWords()];
        this.t = new long[3 * block];
    }

    /** Products of Montgomery forms for indexes from to to: a R b R / R', then times R' 2^extra / R' to be a b R. */
    void multiply(MemorySegment a, MemorySegment b, MemorySegment out, long from, long to) {
        lanes.fill(lanes.toLaneForm(), t, 2 * block);
        for (long i = from; i < to; i += WIDTH) {
            int count = (int) Math.min(WIDTH, to - i);
            load(a, i, count, 0);
            load(b, i, count, block);
            lanes.mul(t, 0, t, block, t, 0);
            lanes.mul(t, 0, t, 2 * block, t, 0);
            store(out, i, count);
        }
    }

    void toMontgomery(MemorySegment a, MemorySegment out, long from, long to) {
        scale(a, out, from, to, BigInteger.ONE.shiftLeft(64 * n));
    }

    void fromMontgomery(MemorySegment a, MemorySegment out, long from, long to) {
        scale(a, out, from, to, BigInteger.ONE.shiftLeft(64 * n).modInverse(field.modulus()));
    }

    private void scale(MemorySegment a, MemorySegment out, long from, long to, BigInteger factor) {
        BigInteger inLaneForm = factor.shiftLeft(64 * n + lanes.extraBits()).mod(field.modulus());
        lanes.fill(inLaneForm, t, block);
        for (long i = from; i < to; i += WIDTH) {
            int count = (int) Math.min(WIDTH, to - i);
            load(a, i, count, 0);
            lanes.mul(t, 0, t, block, t, 0);
            store(out, i, count);
        }
    }

    private void load(MemorySegment a, long first, int count, int at) {
        for (int lane = 0; lane < count; lane++) {
            long offset = (first + lane) * field.bytes();
            for (int word = 0; word < n; word++) {
                packed[word * WIDTH + lane] = a.get(Field.WORD, offset + (long) word * Long.BYTES);
            }
        }
        lanes.unpack(packed, 0, t, at);
    }

    private void store(MemorySegment out, long first, int count) {
        lanes.reduce(t, 0, t, 0);
        lanes.pack(t, 0, packed, 0);
        for (int lane = 0; lane < count; lane++) {
            long offset = (first + lane) * field.bytes();
            for (int word = 0; word < n; word++) {
                out.set(Field.WORD, offset + (long) word * Long.BYTES, packed[word * WIDTH + lane]);
            }
        }
    }
}
