package io.proofmill.gpu;

import io.proofmill.gpu.memory.Layout;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.PointList;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Query;
import io.proofmill.groth16.SparseMatrices;
import io.proofmill.math.Density;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Where each part of a proving key lies in its region of a device, the same on every device. Made once a key.
 *
 * <p>A key whose matrices are not sparse ones keeps them on the host: the host multiplies and the products go up.
 */
final class KeyPlan {
    private static final String TABLES = "domain tables";
    private static final String MATRICES = "matrices";
    /** Points a copy: bounds what a conversion of the file's form may take on the host. */
    private static final long POINTS_A_COPY = 1 << 20;

    private final String id;
    private final ProvingKey key;
    private final Domain domain;
    private final Optional<Matrices> matrices;
    private final Map<KeySum, int[]> picks = new EnumMap<>(KeySum.class);
    private final Layout layout = new Layout();
    private final Map<Workspace, JobLayout> workspaces = new ConcurrentHashMap<>();

    private record Workspace(MsmDevice device, long scratchLimit) {}

    KeyPlan(String id, ProvingKey key) {
        this.id = id;
        this.key = key;
        this.domain = new Domain(
                key.shape().curve(), key.shape().domainLog(), key.quotient().generator());
        this.matrices =
                key.matrices() instanceof SparseMatrices sparse ? Optional.of(new Matrices(sparse)) : Optional.empty();
        layout.part(TABLES, domain.bytes());
        matrices.ifPresent(present -> layout.part(MATRICES, present.bytes()));
        for (KeySum sum : KeySum.values()) {
            layout.part(points(sum), pointBytesOf(sum));
            if (sum.picksScalars(key)) {
                int[] indexes = indexes(((Query.Dense) sum.selection(key)).density());
                picks.put(sum, indexes);
                layout.part(picked(sum), (long) indexes.length * Integer.BYTES);
            }
        }
    }

    private static String points(KeySum sum) {
        return "points of " + sum;
    }

    private static String picked(KeySum sum) {
        return "picks of " + sum;
    }

    private int pointBytes(KeySum sum) {
        return sum.group(key.shape().curve()).pointBytes();
    }

    private static int[] indexes(Density density) {
        int[] indexes = new int[Math.toIntExact(density.count())];
        int next = 0;
        for (long i = 0; i < density.length(); i++) {
            if (density.contains(i)) {
                indexes[next++] = (int) i;
            }
        }
        return indexes;
    }

    String id() {
        return id;
    }

    ProvingKey key() {
        return key;
    }

    Domain domain() {
        return domain;
    }

    Optional<Matrices> matrices() {
        return matrices;
    }

    /** Bytes of one sum's points. */
    long pointBytesOf(KeySum sum) {
        return sum.points(key).size() * pointBytes(sum);
    }

    /** Bytes of all points. */
    long pointBytes() {
        return Stream.of(KeySum.values()).mapToLong(this::pointBytesOf).sum();
    }

    /** Bytes of the region. */
    long bytes() {
        return layout.bytes();
    }

    /** The workspace of a job with this key; planned once for each kind of device. */
    JobLayout layout(MsmDevice device, long scratchLimit) {
        return workspaces.computeIfAbsent(
                new Workspace(device, scratchLimit), absent -> new JobLayout(key, device, scratchLimit));
    }

    long tablesAt(long base) {
        return base + layout.offset(TABLES);
    }

    long matricesAt(long base) {
        return base + layout.offset(MATRICES);
    }

    long pointsAt(long base, KeySum sum) {
        return base + layout.offset(points(sum));
    }

    /** Address of 32-bit indexes into the assignment, one a point. */
    long picksAt(long base, KeySum sum) {
        return base + layout.offset(picked(sum));
    }

    /** The indexes into the assignment of some of a sum's scalars. */
    MemorySegment picks(KeySum sum, long first, long count) {
        return MemorySegment.ofArray(picks.get(sum)).asSlice(first * Integer.BYTES, count * Integer.BYTES);
    }

    /** The workspace of a job that streams this key. */
    StreamedLayout streamedLayout(MsmDevice device, long capacity, long scratchLimit) {
        return new StreamedLayout(this, device, capacity, scratchLimit);
    }

    /** Queues all of the key's way to the device. */
    void load(ScalarKernels kernels, StagedUpload upload, long base, Work work) {
        domain.fill(kernels, tablesAt(base));
        matrices.ifPresent(present -> present.upload(upload, matricesAt(base), work));
        for (KeySum sum : KeySum.values()) {
            loadPoints(sum, upload, base, work);
            if (picks.containsKey(sum)) {
                upload.copy(MemorySegment.ofArray(picks.get(sum)), picksAt(base, sum), work);
            }
        }
    }

    private void loadPoints(KeySum sum, StagedUpload upload, long base, Work work) {
        PointList list = sum.points(key);
        for (long first = 0; first < list.size(); first += POINTS_A_COPY) {
            try (Arena scratch = Arena.ofShared()) {
                MemorySegment points = list.read(first, Math.min(POINTS_A_COPY, list.size() - first), scratch);
                upload.copy(points, pointsAt(base, sum) + first * pointBytes(sum), work);
            }
        }
    }
}
