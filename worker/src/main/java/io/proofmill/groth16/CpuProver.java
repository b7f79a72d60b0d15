package io.proofmill.groth16;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Group;
import io.proofmill.math.Ntt;
import io.proofmill.math.Point;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The prover on the processor. Every stage uses all the threads that its {@link Work} allows, one stage after the other, so that memory holds one stage's
 * vectors at a time: two vectors of the domain's size, a third during the transforms.
 */
public final class CpuProver implements Prover {
    /** The transforms of the domains met so far: their twiddle factors are worth keeping between proofs. */
    private final Map<Domain, QuotientScalars> domains = new ConcurrentHashMap<>();

    private record Domain(CurveId curve, int log, BigInteger generator) {}

    @Override
    public ProofSums sums(ProvingKey key, Assignment assignment, ProofObserver observer, Work work) {
        Prover.requireFit(key, assignment);
        Curve curve = Curve.of(key.shape().curve());
        Point h = quotientSum(key, assignment, curve, observer, work);
        Point l = stage(Phase.MSM_L, observer, work, () -> sum(key.l(), curve.g1(), assignment, work));
        Point a = stage(Phase.MSM_A, observer, work, () -> sum(key.a(), curve.g1(), assignment, work));
        Point b1 = stage(Phase.MSM_B1, observer, work, () -> sum(key.b1(), curve.g1(), assignment, work));
        Point b2 = stage(Phase.MSM_B2, observer, work, () -> sum(key.b2(), curve.g2(), assignment, work));
        return new ProofSums(a, b1, b2, l, h);
    }

    private Point quotientSum(ProvingKey key, Assignment assignment, Curve curve, ProofObserver observer, Work work) {
        Quotient quotient = key.quotient();
        try (Arena arena = Arena.ofShared()) {
            long bytes = key.shape().domain() * Scalars.BYTES;
            MemorySegment a = arena.allocate(bytes, Scalars.BYTES);
            MemorySegment b = arena.allocate(bytes, Scalars.BYTES);
            stage(Phase.SPMV, observer, work, () -> {
                key.matrices().multiply(assignment, a, b, work);
                return null;
            });
            stage(Phase.NTT, observer, work, () -> {
                quotientScalars(key).compute(quotient.form(), a, b, work);
                return null;
            });
            return stage(Phase.MSM_H, observer, work, () -> new QuerySum(curve.g1(), work).of(quotient.points(), a));
        }
    }

    private QuotientScalars quotientScalars(ProvingKey key) {
        Domain domain = new Domain(
                key.shape().curve(), key.shape().domainLog(), key.quotient().generator());
        return domains.computeIfAbsent(domain, CpuProver::quotientScalars);
    }

    private static QuotientScalars quotientScalars(Domain domain) {
        PrimeField field = Curve.of(domain.curve()).fr();
        Ntt ntt = Ntt.of(field, domain.log(), field.rootOfUnity(domain.generator(), domain.log()));
        return new QuotientScalars(field, ntt, cosetShift(field, domain.generator(), domain.log()));
    }

    /** A primitive 2N-th root of unity, so that the coset is the odd ones; where the field has none, snarkjs takes the generator's square. */
    static BigInteger cosetShift(PrimeField field, BigInteger generator, int log) {
        return log < field.twoAdicity() ? field.rootOfUnity(generator, log + 1) : generator.pow(2);
    }

    private static Point sum(Query query, Group group, Assignment assignment, Work work) {
        return new QuerySum(group, work).of(query, assignment.values());
    }

    private static <T> T stage(Phase phase, ProofObserver observer, Work work, Supplier<T> body) {
        work.checkpoint();
        return Stopwatch.time(phase, observer, body);
    }
}
