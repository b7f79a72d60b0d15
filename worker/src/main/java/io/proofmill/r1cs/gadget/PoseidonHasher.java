package io.proofmill.r1cs.gadget;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.r1cs.WitnessWriter;

/**
 * Poseidon on values, with the values of the variables of {@link Poseidon} on request. Elements go in and come out as four canonical little-endian words. Not thread-safe: one for each thread.
 */
public final class PoseidonHasher {
    private static final PrimeField FIELD = Curve.of(CurveId.BLS12_381).fr();
    private static final int WORDS = 4;
    private static final int HALF = PoseidonConstants.HALF;

    private final PoseidonTables tables;
    private final int width;
    private final long[] firstOfState;
    private final long[] state;
    private final long[] mixed;
    private final long[] product = new long[WORDS];
    private final long[] power = new long[WORDS];
    private final long[] canonical = new long[WORDS];
    private int key;
    private int round;

    public PoseidonHasher(Poseidon poseidon) {
        this.tables = PoseidonTables.of(poseidon.arity());
        this.width = poseidon.arity() + 1;
        this.state = new long[WORDS * width];
        this.mixed = new long[WORDS * width];
        this.firstOfState = PoseidonTables.montgomery(poseidon.firstElement());
    }

    /** The number of elements hashed. */
    public int arity() {
        return width - 1;
    }

    /** Hashes {@code arity} elements of {@code preimage} into {@code digest}. */
    public void hash(long[] preimage, long[] digest) {
        run(preimage, digest, null);
    }

    /** The same, and writes the gadget's variables, the digest last. */
    public void hash(long[] preimage, long[] digest, WitnessWriter out) {
        run(preimage, digest, out);
    }

    private void run(long[] preimage, long[] digest, WitnessWriter out) {
        key = 2 * width;
        round = 0;
        first(preimage, out);
        for (int i = 1; i < HALF; i++) {
            full(out, true);
        }
        for (int i = 0; i < tables.partialRounds(); i++) {
            settle(0, out);
            fifthPower(0, key++, out);
            mix();
        }
        for (int i = 1; i < HALF; i++) {
            full(out, true);
        }
        full(out, false);
        settle(1, out);
        FIELD.fromMontgomery(state, WORDS, digest, 0);
    }

    private void first(long[] preimage, WitnessWriter out) {
        System.arraycopy(firstOfState, 0, state, 0, WORDS);
        for (int i = 1; i < width; i++) {
            int at = WORDS * i;
            FIELD.toMontgomery(preimage, at - WORDS, state, at);
            FIELD.add(state, at, tables.keys(), at, state, at);
            fifthPower(i, width + i, out);
        }
        mix();
    }

    private void full(WitnessWriter out, boolean keyed) {
        for (int i = 0; i < width; i++) {
            settle(i, out);
            fifthPower(i, keyed ? key++ : -1, out);
        }
        mix();
    }

    /** Writes {@code l^2}, {@code l^4} and {@code l^5 + key}, and leaves the last in the state. */
    private void fifthPower(int element, int roundKey, WitnessWriter out) {
        int at = WORDS * element;
        FIELD.square(state, at, power, 0);
        write(power, 0, out);
        FIELD.square(power, 0, power, 0);
        write(power, 0, out);
        FIELD.mul(power, 0, state, at, state, at);
        if (roundKey >= 0) {
            FIELD.add(state, at, tables.keys(), WORDS * roundKey, state, at);
        }
        write(state, at, out);
    }

    private void settle(int element, WitnessWriter out) {
        write(state, WORDS * element, out);
    }

    private void write(long[] montgomery, int at, WitnessWriter out) {
        if (out != null) {
            FIELD.fromMontgomery(montgomery, at, canonical, 0);
            out.value(canonical[0], canonical[1], canonical[2], canonical[3]);
        }
    }

    private void mix() {
        int sparse = round++ - HALF;
        if (sparse == -1) {
            dense(tables.preSparse());
        } else if (sparse >= 0 && sparse < tables.partialRounds()) {
            sparse(WORDS * sparse * (2 * width - 1));
        } else {
            dense(tables.mds());
        }
    }

    private void dense(long[] matrix) {
        for (int j = 0; j < width; j++) {
            int to = WORDS * j;
            FIELD.mul(state, 0, matrix, to, mixed, to);
            for (int i = 1; i < width; i++) {
                FIELD.mul(state, WORDS * i, matrix, WORDS * (i * width + j), product, 0);
                FIELD.add(mixed, to, product, 0, mixed, to);
            }
        }
        System.arraycopy(mixed, 0, state, 0, state.length);
    }

    /** A sparse matrix lies as its first column, then its first row without the corner. */
    private void sparse(int at) {
        long[] matrices = tables.sparse();
        FIELD.mul(state, 0, matrices, at, mixed, 0);
        for (int i = 1; i < width; i++) {
            FIELD.mul(state, WORDS * i, matrices, at + WORDS * i, product, 0);
            FIELD.add(mixed, 0, product, 0, mixed, 0);
            FIELD.mul(state, 0, matrices, at + WORDS * (width - 1 + i), product, 0);
            FIELD.add(state, WORDS * i, product, 0, state, WORDS * i);
        }
        System.arraycopy(mixed, 0, state, 0, WORDS);
    }
}
