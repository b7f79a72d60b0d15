package io.proofmill.gpu.driver;

/**
 * How many threads run a kernel.
 *
 * @param blocks the grid's blocks, x, y and z
 * @param threads threads a block, in one dimension
 * @param sharedBytes dynamic shared memory a block
 */
public record LaunchShape(int blocks, int rows, int layers, int threads, int sharedBytes) {
    /** A grid in one dimension without dynamic shared memory. */
    public static LaunchShape of(long blocks, int threads) {
        return of(blocks, 1, threads, 0);
    }

    /** A grid of {@code blocks} by {@code rows}. */
    public static LaunchShape of(long blocks, int rows, int threads, int sharedBytes) {
        return new LaunchShape(Math.toIntExact(blocks), rows, 1, threads, sharedBytes);
    }

    /** Enough blocks for one thread an item. */
    public static LaunchShape covering(long items, int threads) {
        return of(Math.max(1, Math.ceilDiv(items, threads)), threads);
    }

    @Override
    public String toString() {
        return "%dx%dx%d blocks of %d threads, %d bytes shared".formatted(blocks, rows, layers, threads, sharedBytes);
    }
}
