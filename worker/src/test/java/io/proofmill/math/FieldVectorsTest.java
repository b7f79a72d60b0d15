package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The vectors that the CUDA headers are tested with on the host: both sides compute with the same Montgomery words. */
class FieldVectorsTest {
    private static final Path VECTORS = Path.of("..", "kernels", "src", "test", "vectors", "fields.txt");
    private static final Map<String, PrimeField> FIELDS = Map.of(
            "bls12_381_fp", Curve.of(CurveId.BLS12_381).fq(),
            "bls12_381_fr", Curve.of(CurveId.BLS12_381).fr(),
            "bn254_fp", Curve.of(CurveId.BN254).fq(),
            "bn254_fr", Curve.of(CurveId.BN254).fr());

    @ParameterizedTest
    @ValueSource(strings = {"bls12_381_fp", "bls12_381_fr", "bn254_fp", "bn254_fr"})
    void the_field_agrees_with_the_vectors_of_the_kernels(String name) throws IOException {
        List<String> lines = Files.readAllLines(VECTORS).stream()
                .filter(line -> line.startsWith(name + " "))
                .toList();
        assertThat(lines).hasSize(16 * (5 + 3 * 4));
        assertThat(lines).allSatisfy(line -> agrees(FIELDS.get(name), line.split(" ")));
    }

    private static void agrees(PrimeField field, String[] line) {
        long[] a = words(field, line[2]);
        long[] b = words(field, line[3]);
        long[] out = field.newElement();
        switch (line[1]) {
            case "product" -> field.mul(a, 0, b, 0, out, 0);
            case "sum" -> field.add(a, 0, b, 0, out, 0);
            case "difference" -> field.sub(a, 0, b, 0, out, 0);
            case "square" -> field.square(a, 0, out, 0);
            case "inverse" -> invert(field, a, out);
            case "negate" -> field.negate(a, 0, out, 0);
            case "to_montgomery" -> field.toMontgomery(a, 0, out, 0);
            case "from_montgomery" -> field.fromMontgomery(a, 0, out, 0);
            default -> throw new AssertionError("an operation that this test does not know: " + line[1]);
        }
        assertThat(out).isEqualTo(words(field, line[line.length - 1]));
    }

    /** The kernels give 0 for the inverse of 0, which no caller on this side asks for. */
    private static void invert(PrimeField field, long[] a, long[] out) {
        for (long word : a) {
            if (word != 0) {
                field.inverse(a, 0, out, 0);
                return;
            }
        }
    }

    private static long[] words(PrimeField field, String hexadecimal) {
        BigInteger value = new BigInteger(hexadecimal, 16);
        long[] words = field.newElement();
        for (int i = 0; i < words.length; i++) {
            words[i] = value.shiftRight(64 * i).longValue();
        }
        return words;
    }
}
