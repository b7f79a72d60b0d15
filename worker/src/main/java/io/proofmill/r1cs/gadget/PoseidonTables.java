package io.proofmill.r1cs.gadget;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@link PoseidonConstants} as Montgomery words, laid out for {@link PoseidonHasher}. */
final class PoseidonTables {
    private static final PrimeField FIELD = Curve.of(CurveId.BLS12_381).fr();
    private static final int WORDS = 4;
    private static final Map<Integer, PoseidonTables> KNOWN = new ConcurrentHashMap<>();

    private final int partialRounds;
    private final long[] keys;
    private final long[] mds;
    private final long[] preSparse;
    private final long[] sparse;

    private PoseidonTables(PoseidonConstants constants) {
        partialRounds = constants.partialRounds();
        keys = montgomery(constants.keys());
        mds = montgomery(constants.mds().elements());
        preSparse = montgomery(constants.preSparse().elements());
        List<BigInteger> flat = new ArrayList<>();
        for (PoseidonConstants.Sparse matrix : constants.sparse()) {
            flat.addAll(matrix.column());
            flat.addAll(matrix.row());
        }
        sparse = montgomery(flat);
    }

    static PoseidonTables of(int arity) {
        return KNOWN.computeIfAbsent(arity, a -> new PoseidonTables(PoseidonConstants.of(a)));
    }

    static long[] montgomery(BigInteger value) {
        return montgomery(List.of(value));
    }

    int partialRounds() {
        return partialRounds;
    }

    long[] keys() {
        return keys;
    }

    /** Row by row, as {@link #preSparse}. */
    long[] mds() {
        return mds;
    }

    long[] preSparse() {
        return preSparse;
    }

    /** One after the other: the first column, then the first row without the corner. */
    long[] sparse() {
        return sparse;
    }

    private static long[] montgomery(List<BigInteger> values) {
        long[] out = new long[WORDS * values.size()];
        for (int i = 0; i < values.size(); i++) {
            FIELD.fromBigInteger(values.get(i), out, WORDS * i);
        }
        return out;
    }
}
