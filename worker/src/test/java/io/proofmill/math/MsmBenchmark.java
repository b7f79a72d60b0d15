package io.proofmill.math;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Milliseconds a sum of 2^log terms. Run as {@link Benchmarks} says. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 3, time = 3)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "-Xmx3g"})
public class MsmBenchmark {
    @Param
    public CurveId curve;

    @Param({"1", "2"})
    public int group;

    @Param({"16"})
    public int log;

    /** Uniform scalars, or those of a witness of bits: 51 % zeros, 47 % ones. */
    @Param({"uniform", "bits"})
    public String scalars;

    private Group points;
    private MemorySegment bases;
    private MemorySegment multipliers;

    @Setup
    public void prepare() {
        points = group == 1 ? Curve.of(curve).g1() : Curve.of(curve).g2();
        int n = 1 << log;
        bases = Arena.ofAuto().allocate((long) n * points.pointBytes(), Long.BYTES);
        multipliers = Arena.ofAuto().allocate((long) n * Scalars.BYTES, Long.BYTES);
        Random random = new Random(Samples.SEED);
        fill(random, 0);
        FixedBase.of(points.generator()).multiply(multipliers, bases, n, Work.UNATTENDED);
        fill(random, "bits".equals(scalars) ? 98 : 0);
    }

    private void fill(Random random, int percentOfBits) {
        PrimeField field = Curve.of(curve).fr();
        for (long i = 0; i < 1L << log; i++) {
            int percent = random.nextInt(100);
            BigInteger scalar = Samples.element(field, random);
            if (percent < percentOfBits) {
                scalar = percent < 51 ? BigInteger.ZERO : BigInteger.ONE;
            }
            Scalars.write(scalar, multipliers, i * Scalars.BYTES);
        }
    }

    @Benchmark
    public Point sum() {
        return Msm.of(points).sum(bases, multipliers, 1L << log, Work.UNATTENDED);
    }
}
