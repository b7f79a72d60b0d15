package io.proofmill.r1cs;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The distinct coefficients of a circuit. Rows hold indexes into it; 1 and -1 have fixed places. */
final class CoefficientTable {
    static final int ONE = 0;
    static final int MINUS_ONE = 1;

    private final Map<BigInteger, Integer> places = new HashMap<>();
    private final List<BigInteger> values = new ArrayList<>();

    CoefficientTable(BigInteger modulus) {
        place(BigInteger.ONE);
        place(modulus.subtract(BigInteger.ONE));
    }

    int place(BigInteger coefficient) {
        Integer place = places.get(coefficient);
        if (place == null) {
            place = values.size();
            places.put(coefficient, place);
            values.add(coefficient);
        }
        return place;
    }

    BigInteger[] toArray() {
        return values.toArray(BigInteger[]::new);
    }
}
