package io.proofmill.math;

import java.math.BigInteger;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds a base field multiplication, one element at a time and in lanes (for one lane). Run as {@link Benchmarks} says. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class FieldMultiplicationBenchmark {
    private static final int CALLS = 64;

    @Param
    public CurveId curve;

    private PrimeField field;
    private PrimeLanes lanes;
    private long[] elements;
    private long[] blocks;

    @Setup
    public void prepare() {
        field = Curve.of(curve).fq();
        lanes = field.lanes();
        BigInteger half = field.modulus().shiftRight(1);
        elements = new long[2 * field.limbs()];
        field.fromBigInteger(half, elements, 0);
        field.fromBigInteger(half.add(BigInteger.TEN), elements, field.limbs());
        blocks = new long[2 * lanes.blockWords()];
        lanes.fill(half, blocks, 0);
        lanes.fill(half.add(BigInteger.TEN), blocks, lanes.blockWords());
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public long[] oneElement() {
        for (int i = 0; i < CALLS; i++) {
            field.mul(elements, 0, elements, field.limbs(), elements, 0);
        }
        return elements;
    }

    /** The figure is for a block: divide by the lanes. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public long[] oneBlockOfLanes() {
        for (int i = 0; i < CALLS; i++) {
            lanes.mul(blocks, 0, blocks, lanes.blockWords(), blocks, 0);
        }
        return blocks;
    }
}
