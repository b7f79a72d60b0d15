package io.proofmill.gpu.ntt;

import java.util.ArrayList;
import java.util.List;

/**
 * How a transform of 2^n elements is cut into passes, as in {@code ntt/plan.hpp}: at most ten bits a pass, as equal as can be.
 *
 * @param log n
 */
public record NttPlan(int log) {
    /** The largest n. */
    public static final int MAX_LOG = 28;

    private static final int MAX_LOG_RADIX = 10;
    private static final int LOG_TILE = 10;
    /** Threads of a pass' block. */
    static final int PASS_THREADS = 128;

    /** Up to here a table holds every power; it takes 128 MiB at most. */
    private static final int MAX_LOG_ALL_POWERS = 22;
    /** Beyond, it holds two shorter lists of powers, which stay in the L2 cache. */
    private static final int LOG_FEW_POWERS = 18;

    private static final long FACTOR_BYTES = 131_072;
    private static final long ELEMENT_BYTES = 32;

    public NttPlan {
        if (log < 1 || log > MAX_LOG) {
            throw new IllegalArgumentException(
                    "there are transforms of 2^1 to 2^" + MAX_LOG + " elements, not 2^" + log);
        }
    }

    /** The order of a transform's inputs and outputs. */
    public enum Flow {
        /** Natural order in, bit-reversed order out. */
        DECIMATION_IN_FREQUENCY("dif"),
        /** Bit-reversed order in, natural order out. */
        DECIMATION_IN_TIME("dit");

        private final String label;

        Flow(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** One launch: sub-transforms of 2^logBlock elements lose logRadix bits. */
    record Pass(int logBlock, int logRadix) {}

    /** Passes in launch order. */
    List<Pass> passes(Flow flow) {
        int count = Math.ceilDiv(log, MAX_LOG_RADIX);
        List<Pass> passes = new ArrayList<>();
        int block = log;
        for (int i = 0; i < count; i++) {
            int radix = log / count + (i < log % count ? 1 : 0);
            passes.add(new Pass(block, radix));
            block -= radix;
        }
        return flow == Flow.DECIMATION_IN_FREQUENCY ? passes : passes.reversed();
    }

    /** Thread blocks of a pass for one vector. */
    long tiles() {
        return 1L << Math.max(log - LOG_TILE, 0);
    }

    /** log2 of the number of powers that the table holds one by one. */
    int logDirect() {
        return log <= MAX_LOG_ALL_POWERS ? log : LOG_FEW_POWERS;
    }

    /** Bytes of a table. */
    public long tableBytes() {
        return FACTOR_BYTES + ELEMENT_BYTES * ((1L << logDirect()) + (1L << (log - logDirect())));
    }

    /** Threads that fill a table. */
    long tableEntries() {
        return 2048 + (1L << logDirect()) + (1L << (log - logDirect()));
    }

    /** log2 of the number of small powers of a scaling. */
    int logScaleLow() {
        return Math.ceilDiv(log, 2);
    }

    /** The scaling by powers that {@link ScalarKernels#fillScaling} wrote at an address. */
    public Scaling scalingAt(long address) {
        return new Scaling(address, address + (ELEMENT_BYTES << logScaleLow()), logScaleLow());
    }

    /** Bytes of a scaling by powers. */
    public long scalingBytes() {
        return ELEMENT_BYTES * ((1L << logScaleLow()) + (1L << (log - logScaleLow())));
    }
}
