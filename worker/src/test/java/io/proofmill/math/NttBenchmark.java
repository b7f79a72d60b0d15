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

/** Milliseconds to move a vector to the coset: an inverse transform, a scaling and a forward transform. Run as {@link Benchmarks} says. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "-Xmx3g"})
public class NttBenchmark {
    private static final BigInteger GENERATOR = BigInteger.valueOf(5);

    @Param
    public CurveId curve;

    @Param({"16", "19"})
    public int log;

    private Ntt ntt;
    private BigInteger shift;
    private MemorySegment values;

    @Setup
    public void prepare() {
        PrimeField field = Curve.of(curve).fr();
        ntt = Ntt.of(field, log, field.rootOfUnity(GENERATOR, log));
        shift = field.rootOfUnity(GENERATOR, log + 1);
        values = Arena.ofAuto().allocate((long) field.bytes() << log, Long.BYTES);
        Random random = new Random(Samples.SEED);
        for (long i = 0; i < 1L << log; i++) {
            Scalars.write(Samples.element(field, random), values, i * Scalars.BYTES);
        }
    }

    @Benchmark
    public MemorySegment moveToCoset() {
        ntt.moveToCoset(values, shift, Work.UNATTENDED);
        return values;
    }
}
