package io.proofmill.groth16;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Ntt;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both forms of the quotient, multiplied with the set-up's scalars, are h(tau) Z(tau) / delta = (a(tau) b(tau) - c(tau)) / delta. */
class QuotientScalarsTest {
    private static final long SEED = 7;
    private static final ToxicWaste WASTE = new ToxicWaste(big(1009), big(2003), big(3001), big(4001), big(5003));

    @ParameterizedTest
    @CsvSource({"BN254,1", "BN254,6", "BLS12_381,1", "BLS12_381,6"})
    void both_forms_give_the_quotient_at_the_secret_point(CurveId curve, int log) {
        PrimeField field = Curve.of(curve).fr();
        BigInteger p = field.modulus();
        long size = 1L << log;
        Random random = new Random(SEED);
        BigInteger[] a = values(size, p, random);
        BigInteger[] b = values(size, p, random);
        for (Quotient.Form form : Quotient.Form.values()) {
            BigInteger generator = big(form == Quotient.Form.ODD_ROOTS ? 5 : 7);
            BigInteger root = field.rootOfUnity(generator, log);
            BigInteger[] c = new BigInteger[a.length];
            for (int i = 0; i < c.length; i++) {
                c[i] = a[i].multiply(b[i]).mod(p);
            }
            BigInteger expected = at(WASTE.tau(), a, root, p)
                    .multiply(at(WASTE.tau(), b, root, p))
                    .subtract(at(WASTE.tau(), c, root, p))
                    .multiply(WASTE.delta().modInverse(p))
                    .mod(p);
            assertThat(quotient(curve, log, form, generator, a, b))
                    .as("%s, seed %d", form, SEED)
                    .isEqualTo(expected);
        }
    }

    private static BigInteger quotient(
            CurveId curve, int log, Quotient.Form form, BigInteger generator, BigInteger[] a, BigInteger[] b) {
        PrimeField field = Curve.of(curve).fr();
        long size = 1L << log;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment scalars = montgomery(field, a, arena);
            Ntt ntt = Ntt.of(field, log, field.rootOfUnity(generator, log));
            new QuotientScalars(field, ntt, CpuProver.cosetShift(field, generator, log))
                    .compute(form, scalars, montgomery(field, b, arena), Work.UNATTENDED);
            ConstraintRows none = (consumer, work) -> {};
            MemorySegment h = SetupScalars.evaluate(
                            new KeyShape(curve, 1, 0, log), generator, form, none, WASTE, arena, Work.UNATTENDED)
                    .h();
            long count = form == Quotient.Form.ODD_ROOTS ? size : size - 1;
            BigInteger sum = BigInteger.ZERO;
            for (long i = 0; i < count; i++) {
                long at = i * Scalars.BYTES;
                sum = sum.add(Scalars.read(scalars, at).multiply(Scalars.read(h, at)));
            }
            return sum.mod(field.modulus());
        }
    }

    /** The interpolated polynomial at x, by the Lagrange formula. */
    private static BigInteger at(BigInteger x, BigInteger[] values, BigInteger root, BigInteger p) {
        BigInteger size = big(values.length);
        BigInteger sum = BigInteger.ZERO;
        BigInteger power = BigInteger.ONE;
        for (BigInteger value : values) {
            BigInteger share = power.multiply(x.subtract(power).modInverse(p));
            sum = sum.add(value.multiply(share));
            power = power.multiply(root).mod(p);
        }
        return sum.multiply(x.modPow(size, p).subtract(BigInteger.ONE))
                .multiply(size.modInverse(p))
                .mod(p);
    }

    private static BigInteger[] values(long size, BigInteger p, Random random) {
        BigInteger[] values = new BigInteger[(int) size];
        for (int i = 0; i < values.length; i++) {
            values[i] = new BigInteger(300, random).mod(p);
        }
        return values;
    }

    private static MemorySegment montgomery(PrimeField field, BigInteger[] values, Arena arena) {
        MemorySegment out = arena.allocate((long) values.length * Scalars.BYTES, Scalars.BYTES);
        long[] element = field.newElement();
        for (int i = 0; i < values.length; i++) {
            field.fromBigInteger(values[i], element, 0);
            field.write(element, 0, out, (long) i * Scalars.BYTES);
        }
        return out;
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }
}
