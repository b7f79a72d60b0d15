package io.proofmill.circom;

import com.fasterxml.jackson.databind.JsonNode;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Group;
import io.proofmill.math.Point;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Points in snarkjs' JSON: three projective coordinates of which the last is 1, or 0 for infinity. In G1 a coordinate is a decimal string, in G2 a pair of
 * them, the constant one first.
 */
final class JsonPoints {
    private final JsonDocument document;
    private final ReasonCode fault;

    /**
     * @param fault the reason code for a point that is no point of its group
     */
    JsonPoints(JsonDocument document, ReasonCode fault) {
        this.document = document;
        this.fault = fault;
    }

    /** A point on the curve; whether it is in the subgroup is the verifier's question. */
    Point read(JsonNode node, String field, Group group) {
        document.array(node, field, 3);
        int degree = group.field().degree();
        List<BigInteger> coordinates = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            coordinates.addAll(coordinate(node.get(i), field, degree));
        }
        List<BigInteger> z = coordinates.subList(2 * degree, 3 * degree);
        if (z.stream().allMatch(c -> c.signum() == 0)) {
            return group.infinity();
        }
        if (!z.getFirst().equals(BigInteger.ONE) || z.stream().skip(1).anyMatch(c -> c.signum() != 0)) {
            throw bad(field, "has a third coordinate that is neither 1 nor 0");
        }
        return affine(coordinates.subList(0, 2 * degree), field, group);
    }

    private Point affine(List<BigInteger> coordinates, String field, Group group) {
        Point point;
        try {
            point = group.point(coordinates.toArray(BigInteger[]::new));
        } catch (IllegalArgumentException e) {
            throw bad(field, "has a coordinate that is not below the base field's prime");
        }
        if (!point.isOnCurve()) {
            throw bad(field, "is not on the curve");
        }
        return point;
    }

    private List<BigInteger> coordinate(JsonNode node, String field, int degree) {
        if (degree == 1) {
            return List.of(document.integer(node, field));
        }
        document.array(node, field, degree);
        List<BigInteger> parts = new ArrayList<>();
        for (JsonNode part : node) {
            parts.add(document.integer(part, field));
        }
        return parts;
    }

    private BadInputException bad(String field, String predicate) {
        return new BadInputException(fault, document.name() + ": " + field + " " + predicate);
    }

    /** The JSON tree of a point, as snarkjs writes it. */
    static List<Object> tree(Point point) {
        int degree = point.group().field().degree();
        if (point.isInfinity()) {
            return List.of(element(0, degree), element(1, degree), element(0, degree));
        }
        List<BigInteger> c = point.coordinates();
        return List.of(element(c.subList(0, degree)), element(c.subList(degree, 2 * degree)), element(1, degree));
    }

    private static Object element(int value, int degree) {
        String text = Integer.toString(value);
        return degree == 1 ? text : List.of(text, "0");
    }

    private static Object element(List<BigInteger> parts) {
        return parts.size() == 1
                ? parts.getFirst().toString()
                : parts.stream().map(BigInteger::toString).toList();
    }
}
