package io.proofmill.gpu;

import io.proofmill.gpu.memory.Layout;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmPlan;
import io.proofmill.gpu.msm.MsmProblem;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.msm.MsmTables;
import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.KeyShape;
import io.proofmill.math.Scalars;
import java.util.Optional;

/**
 * The workspace of a proof whose key streams through the device. Three uses follow each other in the same space: the quotient's vectors, the last of which first holds the witness, beside
 * pieces of the matrices; the quotient's scalars beside the chunks of H; the witness beside the chunks of the other sums.
 */
final class StreamedLayout {
    /** Points on the device at a time: large enough that an MSM of a chunk keeps the device busy while the next is copied. */
    private static final long CHUNK_BYTES = 512L << 20;
    /** Of a device's memory for the points of a chunk at most. */
    private static final int CHUNK_SHARE = 32;

    /** Bytes of row starts, columns and coefficients for each entry of a piece of a matrix. */
    private static final int BYTES_AN_ENTRY = Long.BYTES + 2 * Integer.BYTES;

    private static final int MOST_PIECE_ENTRIES = 1 << 23;
    private static final int LEAST_PIECE_ENTRIES = 1 << 10;

    private static final String TABLES = "domain tables";
    private static final String VECTORS = "vectors";
    private static final String MATRICES = "pieces of the matrices";
    private static final String WITNESS = "witness";
    private static final String OF_QUOTIENT = " of the quotient";
    private static final String OF_WITNESS = " of the witness";

    private final Layout layout = new Layout();
    private final long vectorBytes;
    private final long chunkBytes;
    private final long scratchBytes;
    private final Optional<StreamedMatrices> matrices;

    /**
     * @param capacity bytes of the device's arena
     */
    StreamedLayout(KeyPlan plan, MsmDevice device, long capacity, long scratchLimit) {
        KeyShape shape = plan.key().shape();
        PointGroup g1 = PointGroup.g1(shape.curve());
        PointGroup g2 = PointGroup.g2(shape.curve());
        this.vectorBytes = shape.domain() * ScalarKernels.ELEMENT_BYTES;
        long witnessBytes = shape.variables() * Scalars.BYTES;
        this.chunkBytes = Math.clamp(capacity / CHUNK_SHARE, g2.pointBytes(), CHUNK_BYTES);
        this.scratchBytes = Math.max(scratch(g1, device, scratchLimit), scratch(g2, device, scratchLimit));
        long pieceEntries =
                Math.clamp(capacity / CHUNK_SHARE / BYTES_AN_ENTRY, LEAST_PIECE_ENTRIES, MOST_PIECE_ENTRIES);
        this.matrices = plan.matrices().map(present -> new StreamedMatrices(present, (int) pieceEntries));
        layout.part(TABLES, plan.domain().bytes());
        layout.part("result 0", MsmPlan.MAX_RESULT_POINTS * (long) g2.pointBytes());
        layout.part("result 1", MsmPlan.MAX_RESULT_POINTS * (long) g2.pointBytes());
        layout.alternative().shared(VECTORS, 2 * vectorBytes + Math.max(vectorBytes, witnessBytes));
        matrices.ifPresent(present -> layout.shared(MATRICES, present.bytes()));
        layout.alternative().shared("scalars", vectorBytes);
        addChunks(g1, OF_QUOTIENT);
        layout.alternative().shared(WITNESS, witnessBytes);
        addChunks(g1, OF_WITNESS);
    }

    private long scratch(PointGroup group, MsmDevice device, long scratchLimit) {
        MsmSize size = MsmSize.largest(group, chunkPoints(group), MsmTables.NONE, device, scratchLimit);
        return new MsmPlan(size).scratchBytes();
    }

    private void addChunks(PointGroup smallest, String use) {
        long most = chunkPoints(smallest);
        layout.shared("points 0" + use, chunkBytes)
                .shared("points 1" + use, chunkBytes)
                .shared("picks 0" + use, most * Integer.BYTES)
                .shared("picks 1" + use, most * Integer.BYTES)
                .shared("picked" + use, most * Scalars.BYTES)
                .shared("lists" + use, MsmProblem.listBytes(most))
                .shared("scratch" + use, scratchBytes);
    }

    /** Points of a group that are on the device at a time. */
    long chunkPoints(PointGroup group) {
        return chunkBytes / group.pointBytes();
    }

    long bytes() {
        return layout.bytes();
    }

    long tablesAt(long base) {
        return base + layout.offset(TABLES);
    }

    /** Three vectors of the domain's size; the quotient's scalars come out in the first. */
    long vectorsAt(long base) {
        return base + layout.offset(VECTORS);
    }

    /** Where the witness lies while the matrices are multiplied with it. */
    long multipliedWitnessAt(long base) {
        return vectorsAt(base) + 2 * vectorBytes;
    }

    /** How the matrices pass through the device; nothing for matrices that only the host can multiply with. */
    Optional<StreamedMatrices> matrices() {
        return matrices;
    }

    long matricesAt(long base) {
        return base + layout.offset(MATRICES);
    }

    /** Where the witness lies for the sums over it. */
    long witnessAt(long base) {
        return base + layout.offset(WITNESS);
    }

    /** Where the chunks of a sum go. */
    ChunkBuffers chunks(long base, KeySum sum) {
        String use = sum == KeySum.H ? OF_QUOTIENT : OF_WITNESS;
        return new ChunkBuffers(
                new ChunkBuffers.Slot(
                        base + layout.offset("points 0" + use),
                        base + layout.offset("picks 0" + use),
                        base + layout.offset("result 0")),
                new ChunkBuffers.Slot(
                        base + layout.offset("points 1" + use),
                        base + layout.offset("picks 1" + use),
                        base + layout.offset("result 1")),
                base + layout.offset("picked" + use),
                base + layout.offset("lists" + use),
                base + layout.offset("scratch" + use),
                scratchBytes);
    }
}
