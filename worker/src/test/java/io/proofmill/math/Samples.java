package io.proofmill.math;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** Seeded values for the tests of this package; edge values come first. */
final class Samples {
    static final long SEED = 20261130;

    private static final Map<Group, FixedBase> TABLES = new ConcurrentHashMap<>();

    private Samples() {}

    /** 0, 1, 2, p - 1, p - 2, half of p, single-limb extremes, then random ones. */
    static List<BigInteger> elements(PrimeField field, int random) {
        BigInteger p = field.modulus();
        List<BigInteger> values = new ArrayList<>(List.of(
                BigInteger.ZERO,
                BigInteger.ONE,
                BigInteger.TWO,
                p.subtract(BigInteger.ONE),
                p.subtract(BigInteger.TWO),
                p.shiftRight(1),
                BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE),
                BigInteger.ONE.shiftLeft(64 * field.limbs()).mod(p)));
        Random source = new Random(SEED);
        for (int i = 0; i < random; i++) {
            values.add(element(field, source));
        }
        return values;
    }

    static BigInteger element(PrimeField field, Random source) {
        return new BigInteger(field.modulus().bitLength() + 64, source).mod(field.modulus());
    }

    static MemorySegment scalars(List<BigInteger> values) {
        MemorySegment segment = Arena.ofAuto().allocate(Math.max(1, values.size()) * 32L, 8);
        for (int i = 0; i < values.size(); i++) {
            Scalars.write(values.get(i), segment, 32L * i);
        }
        return segment;
    }

    /** Multiples of the generator, packed. */
    static MemorySegment points(Group group, List<BigInteger> logarithms) {
        MemorySegment segment = Arena.ofAuto().allocate(Math.max(1, logarithms.size()) * (long) group.pointBytes(), 8);
        TABLES.computeIfAbsent(group, g -> FixedBase.of(g.generator()))
                .multiply(scalars(logarithms), segment, logarithms.size(), Work.UNATTENDED);
        return segment;
    }

    /** A vector of elements in Montgomery form. */
    static MemorySegment vector(PrimeField field, List<BigInteger> values) {
        MemorySegment segment = Arena.ofAuto().allocate(Math.max(1, values.size()) * (long) field.bytes(), 8);
        long[] t = field.newElement();
        for (int i = 0; i < values.size(); i++) {
            field.fromBigInteger(values.get(i), t, 0);
            field.write(t, 0, segment, (long) i * field.bytes());
        }
        return segment;
    }

    static List<BigInteger> values(PrimeField field, MemorySegment vector, int count) {
        List<BigInteger> values = new ArrayList<>();
        long[] t = field.newElement();
        for (int i = 0; i < count; i++) {
            field.read(vector, (long) i * field.bytes(), t, 0);
            values.add(field.toBigInteger(t, 0));
        }
        return values;
    }
}
