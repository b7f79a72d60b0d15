package io.proofmill.filecoin.format;

import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Group;
import io.proofmill.math.Point;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Points of BLS12-381 as bytes: coordinates big-endian, of G2 c1 before c0, three flags in the first byte's top bits: compressed, infinity, and in compressed form whether y is the larger of the two roots.
 *
 * <p>Source: zcash's encoding, {@code pairing/src/bls12_381/README.md} of zkcrypto.
 */
final class ZcashPoint {
    static final int COORDINATE = 48;
    private static final int COMPRESSED = 0x80;
    private static final int INFINITY = 0x40;
    private static final int LARGER = 0x20;
    private static final int FLAGS = COMPRESSED | INFINITY | LARGER;
    private static final BigInteger P = Curve.of(CurveId.BLS12_381).fq().modulus();

    private final String where;
    private final ReasonCode reason;
    private final int degree;
    private final Group group;

    private ZcashPoint(String where, ReasonCode reason, int degree, Group group) {
        this.where = where;
        this.reason = reason;
        this.degree = degree;
        this.group = group;
    }

    /** For a point of G1; failures have that reason and name the place. */
    static ZcashPoint g1(String where, ReasonCode reason) {
        return new ZcashPoint(where, reason, 1, Curve.of(CurveId.BLS12_381).g1());
    }

    /** For a point of G2. */
    static ZcashPoint g2(String where, ReasonCode reason) {
        return new ZcashPoint(where, reason, 2, Curve.of(CurveId.BLS12_381).g2());
    }

    /** Reads an uncompressed point. It may lie off the curve: that is the caller's to ask. */
    Point uncompressed(byte[] bytes) {
        int flags = bytes[0] & FLAGS;
        if (flags == INFINITY) {
            requireZeros(bytes);
            return group.infinity();
        }
        if (flags != 0) {
            throw bad("an uncompressed point", "flags " + (flags >>> 5));
        }
        BigInteger[] coordinates = new BigInteger[2 * degree];
        for (int i = 0; i < coordinates.length; i++) {
            // c1 stands before c0 within x and within y.
            int at = i ^ (degree - 1);
            coordinates[i] = coordinate(bytes, at);
        }
        return group.point(coordinates);
    }

    /** Reads a compressed point, which lies on the curve by construction. */
    Point compressed(byte[] bytes) {
        int flags = bytes[0] & FLAGS;
        if ((flags & COMPRESSED) == 0) {
            throw bad("a compressed point", "flags " + (flags >>> 5));
        }
        if ((flags & INFINITY) != 0) {
            if ((flags & LARGER) != 0) {
                throw bad("infinity without a sign", "one with a sign");
            }
            requireZeros(bytes);
            return group.infinity();
        }
        Fq2 x = degree == 1
                ? new Fq2(coordinate(bytes, 0), BigInteger.ZERO)
                : new Fq2(coordinate(bytes, 1), coordinate(bytes, 0));
        Fq2 square = x.times(x).times(x).plus(curveConstant());
        Fq2 y = square.root(degree).orElseThrow(() -> bad("the x of a point on the curve", "an x of none"));
        boolean larger = y.isLarger();
        Fq2 chosen = larger == ((flags & LARGER) != 0) ? y : y.negate();
        return degree == 1 ? group.point(x.c0(), chosen.c0()) : group.point(x.c0(), x.c1(), chosen.c0(), chosen.c1());
    }

    static byte[] uncompressed(Point point) {
        List<BigInteger> coordinates = point.coordinates();
        byte[] out = new byte[COORDINATE * coordinates.size()];
        int degree = coordinates.size() / 2;
        if (point.isInfinity()) {
            out[0] = INFINITY;
            return out;
        }
        for (int i = 0; i < coordinates.size(); i++) {
            write(coordinates.get(i), out, i ^ (degree - 1));
        }
        return out;
    }

    static byte[] compressed(Point point) {
        byte[] whole = uncompressed(point);
        byte[] out = Arrays.copyOf(whole, whole.length / 2);
        out[0] |= (byte) COMPRESSED;
        if (!point.isInfinity() && y(point).isLarger()) {
            out[0] |= LARGER;
        }
        return out;
    }

    private static Fq2 y(Point point) {
        List<BigInteger> c = point.coordinates();
        return c.size() == 2 ? new Fq2(c.get(1), BigInteger.ZERO) : new Fq2(c.get(2), c.get(3));
    }

    /** y^2 = x^3 + 4 over Fq, + 4 (1 + u) over its extension. */
    private Fq2 curveConstant() {
        BigInteger four = BigInteger.valueOf(4);
        return new Fq2(four, degree == 1 ? BigInteger.ZERO : four);
    }

    private BigInteger coordinate(byte[] bytes, int place) {
        byte[] own = Arrays.copyOfRange(bytes, place * COORDINATE, (place + 1) * COORDINATE);
        if (place == 0) {
            own[0] &= (byte) ~FLAGS;
        }
        BigInteger value = new BigInteger(1, own);
        if (value.compareTo(P) >= 0) {
            throw bad("a coordinate below the base field's modulus", "a larger one");
        }
        return value;
    }

    private void requireZeros(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if ((i == 0 ? bytes[0] & ~FLAGS : bytes[i]) != 0) {
                throw bad("zeros after the flag of infinity", "other bytes");
            }
        }
    }

    private static void write(BigInteger value, byte[] out, int place) {
        byte[] big = value.toByteArray();
        int length = Math.min(COORDINATE, big.length);
        System.arraycopy(big, big.length - length, out, (place + 1) * COORDINATE - length, length);
    }

    private BadInputException bad(String expected, String found) {
        return new BadInputException(reason, where + ": expected " + expected + ", found " + found);
    }
}
