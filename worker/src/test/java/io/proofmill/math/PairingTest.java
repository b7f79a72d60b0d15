package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PairingTest {
    private static final BigInteger A = new BigInteger("123456789012345678901234567890");
    private static final BigInteger B = new BigInteger("987654321098765432109876543210987654321");

    @ParameterizedTest
    @EnumSource
    void the_pairing_is_bilinear(CurveId id) {
        Curve curve = Curve.of(id);
        Point g1 = curve.g1().generator();
        Point g2 = curve.g2().generator();
        Pairing pairing = curve.pairing();
        BigInteger ab = A.multiply(B).mod(curve.fr().modulus());
        assertThat(pairing.productIsOne(List.of(
                        new Pairing.Pair(g1.times(A), g2.times(B)),
                        new Pairing.Pair(g1.times(ab).negate(), g2))))
                .isTrue();
        assertThat(pairing.productIsOne(List.of(
                        new Pairing.Pair(g1.times(A), g2.times(B)),
                        new Pairing.Pair(g1.times(ab.add(BigInteger.ONE)).negate(), g2))))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void the_generators_pairing_has_order_r(CurveId id) {
        Curve curve = Curve.of(id);
        Pairing.Pair generators =
                new Pairing.Pair(curve.g1().generator(), curve.g2().generator());
        assertThat(curve.pairing().productIsOne(List.of(generators))).isFalse();
        Tower tower = Tower.of(id, curve.fq2());
        long[] e = curve.pairing().product(List.of(generators));
        assertThat(tower.isOne(tower.power(e, curve.fr().modulus()))).isTrue();
        assertThat(tower.power(e, A))
                .isEqualTo(curve.pairing()
                        .product(List.of(new Pairing.Pair(generators.g1().times(A), generators.g2()))));
    }

    @ParameterizedTest
    @EnumSource
    void many_pairs_multiply(CurveId id) {
        Curve curve = Curve.of(id);
        Point g1 = curve.g1().generator();
        Point g2 = curve.g2().generator();
        BigInteger last =
                A.multiply(A).add(B).add(A.multiply(B)).negate().mod(curve.fr().modulus());
        assertThat(curve.pairing()
                        .productIsOne(List.of(
                                new Pairing.Pair(g1.times(A), g2.times(A)),
                                new Pairing.Pair(g1, g2.times(B)),
                                new Pairing.Pair(g1.times(B), g2.times(A)),
                                new Pairing.Pair(g1, g2.times(last)))))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void infinity_counts_as_one(CurveId id) {
        Curve curve = Curve.of(id);
        Point g1 = curve.g1().generator();
        Point g2 = curve.g2().generator();
        assertThat(curve.pairing().productIsOne(List.of())).isTrue();
        assertThat(curve.pairing()
                        .productIsOne(List.of(
                                new Pairing.Pair(curve.g1().infinity(), g2),
                                new Pairing.Pair(g1, curve.g2().infinity()))))
                .isTrue();
        assertThat(curve.pairing()
                        .productIsOne(List.of(new Pairing.Pair(curve.g1().infinity(), g2), new Pairing.Pair(g1, g2))))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void tower_inverses_and_frobenius_maps_agree_with_powers(CurveId id) {
        Curve curve = Curve.of(id);
        Tower tower = Tower.of(id, curve.fq2());
        long[] f = tower.one();
        for (int i = 0; i < 12; i++) {
            int n = curve.fq().limbs();
            curve.fq().fromBigInteger(A.add(BigInteger.valueOf(i)), f, i * n);
        }
        assertThat(tower.isOne(tower.mul(f, tower.inverse(f)))).isTrue();
        assertThat(tower.square(f)).isEqualTo(tower.mul(f, f));
        assertThat(tower.frobenius(f)).isEqualTo(tower.power(f, curve.fq().modulus()));
    }
}
