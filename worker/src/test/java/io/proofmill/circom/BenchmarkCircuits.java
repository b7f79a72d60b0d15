package io.proofmill.circom;

import io.proofmill.groth16.Assignment;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes the circuits that proofs are timed on, each as circuit.r1cs and witness.wtns in a folder of its own: {@code dense} fills a domain of 2^16 with x -> x^2
 * + x + i, every wire a full field element; {@code bits} fills 2^19 with exclusive ors and choices over 64-bit words, nearly every wire 0 or 1. Run by
 * {@code worker/src/test/circom/benchmark}.
 */
public final class BenchmarkCircuits {
    private static final int FIELD_BYTES = 32;
    private static final int WORD = 64;

    private final BigInteger prime;
    private final CurveId curve;
    private final List<BigInteger> values = new ArrayList<>();
    private final List<long[]> rows = new ArrayList<>();

    private BenchmarkCircuits(CurveId curve) {
        this.curve = curve;
        this.prime = Curve.of(curve).fr().modulus();
        values.add(BigInteger.ONE);
        values.add(BigInteger.ZERO);
    }

    /** The arguments: the folder to write to, and a curve by circom's name. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        CurveId curve = arguments[1].equals(CurveId.BN254.circomName()) ? CurveId.BN254 : CurveId.BLS12_381;
        dense(curve, (1 << 16) - 2).write(folder.resolve("dense"));
        bits(curve, (1 << 19) - 2).write(folder.resolve("bits"));
    }

    private static BenchmarkCircuits dense(CurveId curve, int rows) {
        BenchmarkCircuits circuit = new BenchmarkCircuits(curve);
        int x = circuit.wire(BigInteger.valueOf(3));
        for (int i = 0; i < rows; i++) {
            BigInteger value = circuit.values.get(x);
            BigInteger next =
                    value.multiply(value).add(value).add(BigInteger.valueOf(i)).mod(circuit.prime);
            int y = i == rows - 1 ? circuit.output(next) : circuit.wire(next);
            circuit.row(new long[] {1, x}, new long[] {1, x, 1, 0}, new long[] {1, y, -i, 0});
            x = y;
        }
        return circuit;
    }

    private static BenchmarkCircuits bits(CurveId curve, int rows) {
        BenchmarkCircuits circuit = new BenchmarkCircuits(curve);
        Random random = new Random(1);
        int[] left = circuit.word(random);
        int[] right = circuit.word(random);
        while (circuit.rows.size() / 3 + 2 * WORD < rows) {
            int[] mixed = new int[WORD];
            int[] chosen = new int[WORD];
            for (int i = 0; i < WORD; i++) {
                mixed[i] = circuit.exclusiveOr(left[i], right[(i + 7) % WORD]);
                chosen[i] = circuit.choose(left[(i + 3) % WORD], right[i], left[(i + 11) % WORD]);
            }
            left = mixed;
            right = chosen;
        }
        circuit.row(
                new long[] {1, left[0]}, new long[] {1, 0}, new long[] {1, circuit.output(circuit.values.get(left[0]))
                });
        return circuit;
    }

    private int[] word(Random random) {
        int[] word = new int[WORD];
        for (int i = 0; i < WORD; i++) {
            word[i] = wire(BigInteger.valueOf(random.nextInt(2)));
            row(new long[] {1, word[i]}, new long[] {1, word[i], -1, 0}, new long[] {});
        }
        return word;
    }

    private int exclusiveOr(int a, int b) {
        int out = wire(values.get(a).xor(values.get(b)));
        row(new long[] {2, a}, new long[] {1, b}, new long[] {1, a, 1, b, -1, out});
        return out;
    }

    private int choose(int pick, int a, int b) {
        int out = wire(values.get(pick).signum() == 0 ? values.get(b) : values.get(a));
        row(new long[] {1, pick}, a == b ? new long[] {} : new long[] {1, a, -1, b}, new long[] {1, out, -1, b});
        return out;
    }

    private int wire(BigInteger value) {
        values.add(value);
        return values.size() - 1;
    }

    private int output(BigInteger value) {
        values.set(1, value);
        return 1;
    }

    /** Adds a row; each side is coefficient, wire, coefficient, wire and so on. */
    private void row(long[] a, long[] b, long[] c) {
        rows.add(a);
        rows.add(b);
        rows.add(c);
    }

    private void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        long header = 4 + FIELD_BYTES + 4 * 4 + 8 + 4;
        long constraints = rows.stream()
                .mapToLong(side -> 4 + side.length / 2 * (4L + FIELD_BYTES))
                .sum();
        long size = Iden3Writer.FILE_HEADER + 2 * Iden3Writer.SECTION_HEADER + header + constraints;
        Iden3Writer.create(folder.resolve("circuit.r1cs"), size, FileKind.R1CS, 2, writer -> {
            writer.section(1, header);
            writer.u32(FIELD_BYTES);
            writer.integer(prime, FIELD_BYTES);
            writer.u32(values.size());
            writer.u32(1);
            writer.u32(0);
            writer.u32(1);
            writer.u64(values.size());
            writer.u32(rows.size() / 3);
            writer.section(2, constraints);
            rows.forEach(side -> writeSide(writer, side));
        });
        try (Assignment assignment = Assignment.copyOf(curve, values)) {
            Wtns.write(assignment, folder.resolve("witness.wtns"));
        }
    }

    private void writeSide(Iden3Writer writer, long[] side) {
        writer.u32(side.length / 2);
        for (int i = 0; i < side.length; i += 2) {
            writer.u32(side[i + 1]);
            writer.integer(BigInteger.valueOf(side[i]).mod(prime), FIELD_BYTES);
        }
    }
}
