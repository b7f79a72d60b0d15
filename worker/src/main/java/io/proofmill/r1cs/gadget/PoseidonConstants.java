package io.proofmill.r1cs.gadget;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Constants of Filecoin's Poseidon over BLS12-381's scalar field, computed: S-box x^5, 8 full rounds, round constants by {@link GrainLfsr}, Cauchy matrix, in the optimized form: keys are added after S-boxes only, and partial
 * rounds multiply by sparse matrices.
 *
 * <p>Source: "Poseidon in Filecoin" (poseidon_spec.pdf of neptune), sections on round constant and sparse matrix generation.
 *
 * @param keys compressed round keys in the order of their use: width (before the first S-boxes), then after the S-boxes of each full round (width each), of each partial round (one each), of the last full rounds but one
 * @param mds multiplied after full rounds, but the last of the first half
 * @param preSparse multiplied after the last full round of the first half
 * @param sparse multiplied after each partial round
 */
public record PoseidonConstants(
        int width,
        int partialRounds,
        List<BigInteger> keys,
        FieldMatrix mds,
        FieldMatrix preSparse,
        List<Sparse> sparse) {
    public static final int FULL_ROUNDS = 8;

    /** Rounds of each half. */
    public static final int HALF = FULL_ROUNDS / 2;

    /** The order of BLS12-381's subgroups. */
    public static final BigInteger MODULUS =
            new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16);

    private static final ConcurrentHashMap<Integer, PoseidonConstants> KNOWN = new ConcurrentHashMap<>();

    /**
     * A matrix that is the identity but for its first column and row.
     *
     * @param column first column, corner included
     * @param row first row without the corner
     */
    public record Sparse(List<BigInteger> column, List<BigInteger> row) {}

    /** Computed once for each arity. */
    public static PoseidonConstants of(int arity) {
        return KNOWN.computeIfAbsent(arity, PoseidonConstants::compute);
    }

    /** At 128 bits of security, by the paper's inequalities. */
    private static int partialRounds(int arity) {
        return switch (arity) {
            case 2 -> 55;
            case 4 -> 56;
            case 8, 11 -> 57;
            default -> throw new IllegalArgumentException("no Poseidon of arity " + arity);
        };
    }

    private static PoseidonConstants compute(int arity) {
        int width = arity + 1;
        int partial = partialRounds(arity);
        FieldMatrix mds = FieldMatrix.cauchy(width, MODULUS);
        BigInteger[][] roundKeys = roundKeys(width, partial);
        List<Sparse> sparse = new ArrayList<>();
        FieldMatrix preSparse = factor(mds, partial, sparse);
        return new PoseidonConstants(
                width, partial, compress(roundKeys, partial, mds.inverse()), mds, preSparse, List.copyOf(sparse));
    }

    private static BigInteger[][] roundKeys(int width, int partial) {
        GrainLfsr grain = new GrainLfsr(MODULUS.bitLength(), width, FULL_ROUNDS, partial);
        BigInteger[][] keys = new BigInteger[FULL_ROUNDS + partial][width];
        for (BigInteger[] round : keys) {
            Arrays.setAll(round, i -> grain.next(MODULUS));
        }
        return keys;
    }

    /** Pushes keys back through the linear layers, so that each is added right after an S-box. */
    private static List<BigInteger> compress(BigInteger[][] roundKeys, int partial, FieldMatrix inverse) {
        List<BigInteger> keys = new ArrayList<>(List.of(roundKeys[0]));
        for (int round = 1; round < HALF; round++) {
            keys.addAll(List.of(inverse.applyToColumn(roundKeys[round])));
        }
        List<BigInteger> partialKeys = new ArrayList<>();
        BigInteger[] pushed = roundKeys[HALF + partial];
        for (int round = HALF + partial - 1; round >= HALF; round--) {
            BigInteger[] inverted = inverse.applyToColumn(pushed);
            partialKeys.add(inverted[0]);
            inverted[0] = BigInteger.ZERO;
            pushed = sum(roundKeys[round], inverted);
        }
        keys.addAll(List.of(inverse.applyToColumn(pushed)));
        keys.addAll(partialKeys.reversed());
        for (int round = HALF + partial + 1; round < FULL_ROUNDS + partial; round++) {
            keys.addAll(List.of(inverse.applyToColumn(roundKeys[round])));
        }
        return List.copyOf(keys);
    }

    /** Splits the matrix of each partial round, last first, into a sparse factor and one that moves on to the round before. */
    private static FieldMatrix factor(FieldMatrix mds, int partial, List<Sparse> sparse) {
        FieldMatrix current = mds;
        for (int i = 0; i < partial; i++) {
            List<BigInteger> column = new ArrayList<>();
            column.add(current.at(0, 0));
            column.addAll(List.of(current.minor().inverse().applyToColumn(current.firstColumn(1))));
            sparse.addFirst(new Sparse(List.copyOf(column), List.of(current.row(0, 1))));
            current = mds.times(current.withoutFirst());
        }
        return current;
    }

    private static BigInteger[] sum(BigInteger[] a, BigInteger[] b) {
        BigInteger[] out = new BigInteger[a.length];
        Arrays.setAll(out, i -> a[i].add(b[i]).mod(MODULUS));
        return out;
    }
}
