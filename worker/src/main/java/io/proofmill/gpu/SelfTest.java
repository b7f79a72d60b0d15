package io.proofmill.gpu;

import io.proofmill.circom.Wtns;
import io.proofmill.circom.Zkey;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A proof of a small circuit on each curve, compared point by point with the CPU's. It runs every kernel that a proof runs, so a device or a driver that the kernels don't fit shows here
 * and not in a job.
 */
final class SelfTest implements AutoCloseable {
    private static final String FOLDER = "/io/proofmill/gpu/selftest/";

    private final Arena files = Arena.ofShared();
    private final Map<CurveId, Sample> samples = new EnumMap<>(CurveId.class);

    /** A key, a witness, and what the CPU makes of them. */
    private record Sample(ProvingKey key, Assignment assignment, ProofSums expected) {}

    SelfTest() {
        for (CurveId curve : CurveId.values()) {
            samples.put(curve, load(curve));
        }
    }

    /** Proves on a device: empty when all is right, else what went wrong in a sentence. */
    Optional<String> run(Device device) {
        for (CurveId curve : CurveId.values()) {
            Sample sample = samples.get(curve);
            ProofSums sums = device.sums(sample.key(), sample.assignment());
            if (!sums.equals(sample.expected())) {
                return Optional.of("a proof on " + curve + " differs from the CPU's");
            }
        }
        return Optional.empty();
    }

    /** The keys that a run leaves on the device. */
    List<ProvingKey> keys() {
        return samples.values().stream().map(Sample::key).toList();
    }

    /** The device under test. */
    @FunctionalInterface
    interface Device {
        ProofSums sums(ProvingKey key, Assignment assignment);
    }

    private Sample load(CurveId curve) {
        ProvingKey key =
                Zkey.of("the self-test's key", resource(curve, "circuit.zkey")).provingKey();
        Assignment assignment = Wtns.read("the self-test's witness", resource(curve, "witness.wtns"));
        return new Sample(key, assignment, new CpuProver().sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED));
    }

    private MemorySegment resource(CurveId curve, String name) {
        String path = FOLDER + curve.circomName() + "/" + name;
        try (InputStream in = SelfTest.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException("no resource " + path);
            }
            byte[] bytes = in.readAllBytes();
            return files.allocate(bytes.length, Long.BYTES).copyFrom(MemorySegment.ofArray(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("the self-test's circuit cannot be read", e);
        }
    }

    @Override
    public void close() {
        for (Sample sample : samples.values()) {
            sample.key().close();
            sample.assignment().close();
        }
        files.close();
    }
}
