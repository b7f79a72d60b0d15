package io.proofmill.gpu.ntt;

/**
 * Factors that a transform applies on its bit-reversed side: element k, counted in natural order, times {@code low[k mod 2^logLow] high[k >> logLow]}.
 *
 * @param low address of the powers of the base times the scale
 * @param high address of the powers of base^(2^logLow); 0 where every element is multiplied by low[0]
 */
public record Scaling(long low, long high, int logLow) {
    /** No factors. */
    public static final Scaling NONE = new Scaling(0, 0, 0);

    /** The one factor that {@link ScalarKernels#fillConstant} wrote at an address. */
    public static Scaling constantAt(long address) {
        return new Scaling(address, 0, 0);
    }
}
