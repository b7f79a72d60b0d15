package io.proofmill.filecoin.format;

import io.proofmill.filecoin.CircuitMatrices;
import io.proofmill.groth16.InputFile;
import io.proofmill.groth16.KeyConstants;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.PointList;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Query;
import io.proofmill.groth16.Quotient;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.Densities;
import io.proofmill.r1cs.Side;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A proving key of bellman's kind, a {@code .params} file: the verifying key, then H, L, A, B in G1 and B in G2, each a u32 count and uncompressed points; A and B without points at infinity. The file is mapped: opening it reads the head and the five counts, whatever its size.
 */
public final class ParamsFile {
    /** bellman's roots of unity are powers of this element. */
    public static final BigInteger GENERATOR = BigInteger.valueOf(7);

    private static final ValueLayout.OfInt COUNT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int G1_COORDINATES = 2;
    private static final int G2_COORDINATES = 4;

    private final String name;
    private final MemorySegment file;
    private long offset;

    private ParamsFile(String name, MemorySegment file) {
        this.name = name;
        this.file = file;
    }

    /**
     * Opens the key of a circuit. Every count and the file's length are checked against the circuit; points are not ({@link ProvingKey#validate}).
     *
     * @throws BadInputException MALFORMED_FILE when a count or the length is another, INVALID_KEY for bytes that are no point
     * @throws ProofmillException STORAGE_UNAVAILABLE when the file can't be mapped
     */
    @SuppressWarnings("MustBeClosedChecker") // closed by the key's close()
    public static ProvingKey open(Path path, Circuit circuit) {
        Arena arena = Arena.ofShared();
        try {
            return map(path, arena).key(circuit, arena);
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /**
     * The verifying key at the head of a circuit's key.
     *
     * @throws BadInputException as {@link #open}
     */
    public static BellmanVerifyingKey verifyingKey(Path path, Circuit circuit) {
        try (Arena arena = Arena.ofConfined()) {
            return map(path, arena).head(circuit.inputs());
        }
    }

    private static ParamsFile map(Path path, Arena arena) {
        InputFile file = new InputFile(path);
        try {
            return new ParamsFile(file.name(), file.map(arena));
        } catch (NoSuchFileException e) {
            throw new ProofmillException(ReasonCode.STORAGE_UNAVAILABLE, path + " does not exist", e);
        } catch (IOException e) {
            throw new ProofmillException(ReasonCode.STORAGE_UNAVAILABLE, path + " can't be read: " + e.getMessage(), e);
        }
    }

    /**
     * What a key holds that may be of any circuit.
     *
     * @param inputs with ONE
     * @param h points of H, and so on
     */
    public record Contents(long inputs, long h, long l, long a, long b1, long b2) {}

    /**
     * Goes through a key's counts. Its points are not looked at, but for those of the verifying key.
     *
     * @throws BadInputException MALFORMED_FILE when the counts and the file's length do not go together, INVALID_KEY for a verifying key of bytes that are no points
     */
    public static Contents contents(Path path) {
        try (Arena arena = Arena.ofConfined()) {
            return map(path, arena).contents();
        }
    }

    private Contents contents() {
        requireLeft(BellmanVerifyingKey.HEAD, "the head of a proving key");
        long inputs = Integer.toUnsignedLong(file.get(COUNT, BellmanVerifyingKey.HEAD - Integer.BYTES));
        requireLeft(BellmanVerifyingKey.HEAD + inputs * BellmanVerifyingKey.G1, inputs + " input points");
        head(Math.toIntExact(inputs));
        Contents contents = new Contents(
                inputs,
                skip("H", G1_COORDINATES),
                skip("L", G1_COORDINATES),
                skip("A", G1_COORDINATES),
                skip("B in G1", G1_COORDINATES),
                skip("B in G2", G2_COORDINATES));
        requireEnd();
        return contents;
    }

    private long skip(String what, int coordinates) {
        long count = count(what);
        points(what, count, coordinates);
        return count;
    }

    /** The shape of a circuit's key. */
    static KeyShape shape(Circuit circuit) {
        return new KeyShape(CurveId.BLS12_381, circuit.variables(), circuit.inputs() - 1, domainLog(circuit));
    }

    /** log2 of the domain: the smallest power of two that holds the rows and the input rows. */
    public static int domainLog(Circuit circuit) {
        return Long.SIZE - Long.numberOfLeadingZeros(circuit.rows() + circuit.inputs() - 1);
    }

    private ProvingKey key(Circuit circuit, Arena arena) {
        Selections selections = Selections.of(circuit);
        BellmanVerifyingKey head = head(circuit.inputs());
        Points points = new Points(
                expected("H", shape(circuit).domain() - 1, G1_COORDINATES),
                expected("L", circuit.auxiliaries(), G1_COORDINATES),
                expected("A", selections.a.count(), G1_COORDINATES),
                expected("B in G1", selections.b.count(), G1_COORDINATES),
                expected("B in G2", selections.b.count(), G2_COORDINATES));
        requireEnd();
        return key(circuit, head.constants(), selections, points, arena);
    }

    /** Which variables have points in A and in B. */
    record Selections(Query.Dense a, Query.Dense b) {
        static Selections of(Circuit circuit) {
            return new Selections(
                    new Query.Dense(Densities.withAllInputs(circuit, Side.A)),
                    new Query.Dense(Densities.of(circuit, Side.B)));
        }
    }

    /** The five lists of points of a key, in the file's order. */
    record Points(PointList h, PointList l, PointList a, PointList b1, PointList b2) {}

    /** A circuit's key from points that lie anywhere. */
    static ProvingKey key(Circuit circuit, KeyConstants constants, Selections selections, Points points, Arena arena) {
        return new ProvingKey(
                shape(circuit),
                constants,
                new Query(points.a, selections.a),
                new Query(points.b1, selections.b),
                new Query(points.b2, selections.b),
                new Query(points.l, new Query.Range(circuit.inputs(), circuit.auxiliaries())),
                new Quotient(Quotient.Form.COEFFICIENTS, GENERATOR, points.h),
                new CircuitMatrices(circuit),
                arena);
    }

    /** The verifying key at the head of a key for a circuit with that many inputs. */
    private BellmanVerifyingKey head(int inputs) {
        long bytes = BellmanVerifyingKey.HEAD + (long) inputs * BellmanVerifyingKey.G1;
        requireLeft(bytes, "the verifying key of a circuit with " + inputs + " inputs");
        offset = bytes;
        return BellmanVerifyingKey.read(name, file.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
    }

    private PointList expected(String what, long expected, int coordinates) {
        long count = count(what);
        if (count != expected) {
            throw malformed(expected + " points of " + what + " for this circuit", String.valueOf(count));
        }
        return points(what, count, coordinates);
    }

    /** The next list's count; the list starts after it. */
    private long count(String what) {
        requireLeft(Integer.BYTES, "the number of points of " + what);
        return Integer.toUnsignedLong(file.get(COUNT, offset));
    }

    private PointList points(String what, long count, int coordinates) {
        offset += Integer.BYTES;
        long bytes = count * coordinates * ZcashPoint.COORDINATE;
        requireLeft(bytes, count + " points of " + what);
        MemorySegment stretch = file.asSlice(offset, bytes);
        offset += bytes;
        return new MappedPoints(what + " of " + name, stretch, coordinates);
    }

    private void requireLeft(long bytes, String what) {
        if (file.byteSize() - offset < bytes) {
            throw malformed(bytes + " bytes for " + what, (file.byteSize() - offset) + " left");
        }
    }

    private void requireEnd() {
        if (offset != file.byteSize()) {
            throw malformed("the end of the file", (file.byteSize() - offset) + " more bytes");
        }
    }

    private BadInputException malformed(String expected, String found) {
        return new BadInputException(
                ReasonCode.MALFORMED_FILE, name + ": at byte " + offset + " expected " + expected + ", found " + found);
    }
}
