package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LaneFieldTest {
    static Stream<PrimeField> fields() {
        return PrimeFieldTest.fields();
    }

    @BeforeEach
    void lanes_are_there() {
        assumeTrue(Lanes.available(), Lanes.description());
    }

    @ParameterizedTest
    @MethodSource("fields")
    void operations_agree_with_big_integers_up_to_their_bounds(PrimeField field) {
        PrimeLanes lanes = field.lanes();
        BigInteger p = field.modulus();
        BigInteger rInverse =
                BigInteger.ONE.shiftLeft(64 * field.limbs() + lanes.extraBits()).modInverse(p);
        int n = lanes.blockWords();
        long[] t = new long[3 * n];
        List<BigInteger> values = Samples.elements(field, 12);
        for (int i = 0; i + PrimeLanes.WIDTH <= values.size(); i++) {
            for (int multiple = 0; multiple < 10; multiple++) {
                BigInteger shift = p.multiply(BigInteger.valueOf(multiple));
                for (int lane = 0; lane < PrimeLanes.WIDTH; lane++) {
                    put(lanes, t, 0, lane, values.get(i + lane).add(shift));
                    put(
                            lanes,
                            t,
                            n,
                            lane,
                            values.get((7 * i + 3 * lane) % values.size())
                                    .add(shift.min(p.multiply(BigInteger.valueOf(3)))));
                }
                lanes.mul(t, 0, t, n, t, 2 * n);
                assertLanes(lanes, t, 3, (a, b) -> a.multiply(b).multiply(rInverse));
                lanes.sub(t, 0, t, n, t, 2 * n);
                assertLanes(lanes, t, 14, BigInteger::subtract);
                lanes.add(t, 0, t, n, t, 2 * n);
                assertLanes(lanes, t, 14, BigInteger::add);
                lanes.reduce(t, 0, t, 2 * n);
                assertLanes(lanes, t, 2, (a, b) -> a);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void packing_is_canonical_and_undoes_unpacking(PrimeField field) {
        PrimeLanes lanes = field.lanes();
        long[] packed = new long[2 * lanes.packedWords()];
        long[] t = new long[lanes.blockWords()];
        List<BigInteger> values = Samples.elements(field, 8);
        for (int i = 0; i + PrimeLanes.WIDTH <= values.size(); i++) {
            for (int word = 0; word < field.limbs(); word++) {
                for (int lane = 0; lane < PrimeLanes.WIDTH; lane++) {
                    packed[word * PrimeLanes.WIDTH + lane] = field.limbsOf(values.get(i + lane))[word];
                }
            }
            lanes.unpack(packed, 0, t, 0);
            lanes.pack(t, 0, packed, lanes.packedWords());
            assertThat(secondHalf(packed)).containsExactly(firstHalf(packed));
            for (int lane = 0; lane < PrimeLanes.WIDTH; lane++) {
                put(lanes, t, 0, lane, get(lanes, t, 0, lane).add(field.modulus()));
            }
            lanes.pack(t, 0, packed, lanes.packedWords());
            assertThat(secondHalf(packed)).containsExactly(firstHalf(packed));
        }
    }

    @ParameterizedTest
    @EnumSource
    void quadratic_products_agree_with_one_element_at_a_time(CurveId id) {
        QuadraticField field = Curve.of(id).fq2();
        PrimeLanes base = field.base().lanes();
        QuadraticLanes lanes = new QuadraticLanes(base);
        BigInteger p = field.base().modulus();
        BigInteger rInverse = BigInteger.ONE
                .shiftLeft(64 * field.base().limbs() + base.extraBits())
                .modInverse(p);
        int n = base.blockWords();
        long[] t = new long[6 * n];
        List<BigInteger> values = Samples.elements(field.base(), 20);
        for (int lane = 0; lane < PrimeLanes.WIDTH; lane++) {
            for (int i = 0; i < 4; i++) {
                BigInteger most = p.multiply(BigInteger.valueOf(4));
                put(base, t, i * n, lane, values.get(2 * lane + 3 * i).add(most));
            }
        }
        lanes.mul(t, 0, t, 2 * n, t, 4 * n);
        for (int lane = 0; lane < PrimeLanes.WIDTH; lane++) {
            BigInteger a0 = get(base, t, 0, lane);
            BigInteger a1 = get(base, t, n, lane);
            BigInteger b0 = get(base, t, 2 * n, lane);
            BigInteger b1 = get(base, t, 3 * n, lane);
            assertThat(get(base, t, 4 * n, lane).mod(p))
                    .isEqualTo(a0.multiply(b0)
                            .subtract(a1.multiply(b1))
                            .multiply(rInverse)
                            .mod(p));
            assertThat(get(base, t, 5 * n, lane).mod(p))
                    .isEqualTo(a0.multiply(b1)
                            .add(a1.multiply(b0))
                            .multiply(rInverse)
                            .mod(p));
            assertThat(get(base, t, 4 * n, lane)).isLessThan(p.shiftLeft(1));
        }
    }

    @ParameterizedTest
    @MethodSource("fields")
    void select_goes_by_the_flag_of_each_lane(PrimeField field) {
        PrimeLanes lanes = field.lanes();
        int n = lanes.blockWords();
        long[] t = new long[3 * n];
        lanes.fill(BigInteger.TWO, t, 0);
        lanes.fill(BigInteger.TEN, t, n);
        long[] flags = new long[PrimeLanes.WIDTH];
        flags[1] = 1;
        lanes.select(t, 0, t, n, flags, 0, t, 2 * n);
        assertThat(get(lanes, t, 2 * n, 0)).isEqualTo(BigInteger.TWO);
        assertThat(get(lanes, t, 2 * n, 1)).isEqualTo(BigInteger.TEN);
    }

    @FunctionalInterface
    private interface Expected {
        BigInteger of(BigInteger a, BigInteger b);
    }

    private static void assertLanes(PrimeLanes lanes, long[] t, int bound, Expected expected) {
        int n = lanes.blockWords();
        BigInteger p = lanes.field().modulus();
        for (int lane = 0; lane < PrimeLanes.WIDTH; lane++) {
            BigInteger result = get(lanes, t, 2 * n, lane);
            assertThat(result.mod(p))
                    .isEqualTo(expected.of(get(lanes, t, 0, lane), get(lanes, t, n, lane))
                            .mod(p));
            assertThat(result).isLessThan(p.multiply(BigInteger.valueOf(bound)));
        }
    }

    private static int bits(PrimeLanes lanes) {
        return lanes.blockWords() / PrimeLanes.WIDTH == 9 ? 29 : 28;
    }

    static BigInteger get(PrimeLanes lanes, long[] block, int at, int lane) {
        BigInteger value = BigInteger.ZERO;
        for (int i = lanes.blockWords() - PrimeLanes.WIDTH; i >= 0; i -= PrimeLanes.WIDTH) {
            value = value.shiftLeft(bits(lanes)).add(BigInteger.valueOf(block[at + i + lane]));
        }
        return value;
    }

    static void put(PrimeLanes lanes, long[] block, int at, int lane, BigInteger value) {
        for (int i = 0; i < lanes.blockWords() / PrimeLanes.WIDTH; i++) {
            block[at + i * PrimeLanes.WIDTH + lane] =
                    value.shiftRight(i * bits(lanes)).longValue() & (1L << bits(lanes)) - 1;
        }
    }

    private static long[] firstHalf(long[] a) {
        return Arrays.copyOf(a, a.length / 2);
    }

    private static long[] secondHalf(long[] a) {
        return Arrays.copyOfRange(a, a.length / 2, a.length);
    }
}
