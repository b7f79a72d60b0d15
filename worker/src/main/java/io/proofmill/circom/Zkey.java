package io.proofmill.circom;

import io.proofmill.groth16.InputFile;
import io.proofmill.groth16.KeyConstants;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.PointList;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Query;
import io.proofmill.groth16.Quotient;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Group;
import io.proofmill.math.Point;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The .zkey format, version 1, protocol groth16: an index over a mapped file. The points stay where they are; the coefficients are turned into rows when the
 * proving key is asked for. Sizes are checked here, points by {@link ProvingKey#validate}.
 */
public final class Zkey implements AutoCloseable {
    static final int PROTOCOL = 1;
    static final int HEADER = 2;
    static final int IC = 3;
    static final int COEFFICIENTS = 4;
    static final int A = 5;
    static final int B1 = 6;
    static final int B2 = 7;
    static final int C = 8;
    static final int H = 9;
    static final int CONTRIBUTIONS = 10;

    /** The roots of unity of circom's keys are powers of this. */
    static final BigInteger ROOT_GENERATOR = BigInteger.valueOf(5);

    static final int GROTH16 = 1;

    private final Arena arena;
    private final Iden3File file;
    private final Curve curve;
    private final KeyShape shape;
    private final KeyConstants constants;
    private final Point gamma2;

    private Zkey(Arena arena, String name, MemorySegment bytes) {
        this.arena = arena;
        this.file = Iden3File.index(name, bytes, FileKind.ZKEY);
        requireGroth16();
        SectionReader header = file.section(HEADER, "header").reader();
        BigInteger q = Primes.readPrime(name, header, "the base field's prime");
        CurveId id = Primes.readScalarField(name, header);
        this.curve = Curve.of(id);
        requireBaseField(q);
        this.shape = readShape(id, header);
        Point alpha1 = point(header, curve.g1(), "alpha1");
        Point beta1 = point(header, curve.g1(), "beta1");
        Point beta2 = point(header, curve.g2(), "beta2");
        this.gamma2 = point(header, curve.g2(), "gamma2");
        Point delta1 = point(header, curve.g1(), "delta1");
        Point delta2 = point(header, curve.g2(), "delta2");
        header.requireEnd();
        this.constants = new KeyConstants(alpha1, beta1, beta2, delta1, delta2);
        requireSizes();
    }

    /** Maps a file; it stays mapped until this, or the proving key made from it, is closed. */
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static Zkey open(Path path) throws IOException {
        InputFile file = new InputFile(path);
        Arena arena = Arena.ofShared();
        try {
            return new Zkey(arena, file.name(), file.map(arena));
        } catch (RuntimeException | Error | IOException failure) {
            arena.close();
            throw failure;
        }
    }

    /**
     * A file's proving key. The file stays mapped until the key is closed, and not at all when there is no key in it.
     *
     * @throws BadInputException as {@link #provingKey}
     */
    public static ProvingKey openProvingKey(Path path) throws IOException {
        Zkey zkey = open(path);
        try {
            return zkey.provingKey();
        } catch (RuntimeException | Error failure) {
            zkey.close();
            throw failure;
        }
    }

    /** Reads from memory that outlives the key; {@code name} is what complaints call it. */
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static Zkey of(String name, MemorySegment bytes) {
        return new Zkey(Arena.ofShared(), name, bytes);
    }

    public KeyShape shape() {
        return shape;
    }

    /** How many coefficients A and B have together. */
    public long coefficientCount() {
        return file.section(COEFFICIENTS, "coefficients").reader().u32("the number of coefficients");
    }

    /**
     * The prover's view. Closing the key closes this file.
     *
     * @throws BadInputException MALFORMED_FILE for a coefficient out of range
     */
    public ProvingKey provingKey() {
        long variables = shape.variables();
        long firstPrivate = shape.publicInputs() + 1L;
        Query.Range all = new Query.Range(0, variables);
        return new ProvingKey(
                shape,
                constants,
                new Query(points(A, curve.g1(), variables), all),
                new Query(points(B1, curve.g1(), variables), all),
                new Query(points(B2, curve.g2(), variables), all),
                new Query(
                        points(C, curve.g1(), variables - firstPrivate),
                        new Query.Range(firstPrivate, variables - firstPrivate)),
                new Quotient(Quotient.Form.ODD_ROOTS, ROOT_GENERATOR, points(H, curve.g1(), shape.domain())),
                new CoefficientReader(file.section(COEFFICIENTS, "coefficients"), shape).read(),
                arena);
    }

    /** The verifier's view; it is free of the file. */
    public VerifyingKey verifyingKey() {
        Section section = file.section(IC, "IC");
        List<Point> ic = new ArrayList<>();
        for (long i = 0; i <= shape.publicInputs(); i++) {
            ic.add(readPoint(section, i * curve.g1().pointBytes(), curve.g1(), "IC[" + i + "]"));
        }
        return new VerifyingKey(shape.curve(), constants.alpha1(), constants.beta2(), gamma2, constants.delta2(), ic);
    }

    private void requireGroth16() {
        SectionReader reader =
                file.section(PROTOCOL, "protocol").requireSize(Integer.BYTES).reader();
        long protocol = reader.u32("the protocol");
        if (protocol != GROTH16) {
            throw file.malformed("is a key for protocol " + protocol + ", expected " + GROTH16 + " (groth16)");
        }
    }

    private void requireBaseField(BigInteger q) {
        if (!q.equals(curve.fq().modulus())) {
            throw new BadInputException(
                    ReasonCode.CURVE_MISMATCH,
                    file.name() + " has the scalar field of " + curve.id().circomName()
                            + " but another base field, of prime " + q);
        }
    }

    private KeyShape readShape(CurveId id, SectionReader header) {
        long variables = header.u32("the number of variables");
        long publicInputs = header.u32("the number of public inputs");
        long domain = header.u32("the domain size");
        if (publicInputs >= variables || publicInputs > Integer.MAX_VALUE - 8) {
            throw file.malformed("says it has " + publicInputs + " public inputs of " + variables + " variables");
        }
        if (Long.bitCount(domain) != 1
                || Long.numberOfTrailingZeros(domain) > curve.fr().twoAdicity()) {
            throw file.malformed("says its domain has " + domain + " elements, expected a power of two up to 2^"
                    + curve.fr().twoAdicity());
        }
        if (publicInputs + 1 > domain) {
            throw file.malformed(
                    "says its domain has " + domain + " elements, too few for its " + publicInputs + " public inputs");
        }
        return new KeyShape(id, variables, (int) publicInputs, Long.numberOfTrailingZeros(domain));
    }

    private void requireSizes() {
        long g1 = curve.g1().pointBytes();
        long g2 = curve.g2().pointBytes();
        long variables = shape.variables();
        file.section(IC, "IC").requireSize((shape.publicInputs() + 1L) * g1);
        file.section(A, "A").requireSize(variables * g1);
        file.section(B1, "B1").requireSize(variables * g1);
        file.section(B2, "B2").requireSize(variables * g2);
        file.section(C, "C").requireSize((variables - shape.publicInputs() - 1) * g1);
        file.section(H, "H").requireSize(shape.domain() * g1);
        Section coefficients = file.section(COEFFICIENTS, "coefficients");
        long entries = coefficients.reader().u32("the number of coefficients");
        coefficients.requireSize(Integer.BYTES + entries * CoefficientReader.ENTRY_BYTES);
    }

    private PointList points(int section, Group group, long count) {
        return PointList.packed(group, file.section(section, "points").bytes(), count);
    }

    private Point point(SectionReader header, Group group, String name) {
        long offset = header.fileOffset();
        MemorySegment bytes = header.slice(group.pointBytes(), name);
        return readPoint(new Section(file.name(), name, offset, bytes), 0, group, name);
    }

    private Point readPoint(Section section, long at, Group group, String name) {
        if (!group.isCanonical(section.bytes(), at)) {
            throw new BadInputException(
                    ReasonCode.INVALID_KEY,
                    file.name() + ": " + name + " at offset " + (section.offset() + at)
                            + " has a coordinate that is not below the field's prime");
        }
        return group.read(section.bytes(), at);
    }

    @Override
    public void close() {
        arena.close();
    }
}
