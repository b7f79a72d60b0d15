package io.proofmill.filecoin.vanilla;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;

/** Sums and products of nodes as elements of BLS12-381's scalar field. */
public final class FieldArithmetic {
    private static final PrimeField FIELD = Curve.of(CurveId.BLS12_381).fr();

    private FieldArithmetic() {}

    public static Node sum(Node a, Node b) {
        long[] words = words(a, b);
        FIELD.add(words, 0, words, 4, words, 0);
        return Node.of(words);
    }

    public static Node product(Node a, Node b) {
        long[] words = words(a, b);
        FIELD.toMontgomery(words, 0, words, 0);
        FIELD.mul(words, 0, words, 4, words, 0);
        return Node.of(words);
    }

    private static long[] words(Node a, Node b) {
        long[] words = new long[8];
        a.copyTo(words, 0);
        b.copyTo(words, 4);
        return words;
    }
}
