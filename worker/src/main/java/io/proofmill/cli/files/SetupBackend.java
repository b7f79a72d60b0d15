package io.proofmill.cli.files;

import io.proofmill.gpu.DeviceMultiples;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.math.Group;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Who makes a development key's points: a GPU, until this is closed, or the processor. */
public record SetupBackend(GeneratorMultiples multiples, Optional<DeviceMultiples> device)
        implements GeneratorMultiples, AutoCloseable {
    /**
     * Opens what a command asks for.
     *
     * @throws ProofmillException NO_DEVICE when this machine or build lacks what was asked for
     */
    public static SetupBackend open(Backend backend) {
        Optional<DeviceMultiples> device = backend == Backend.CPU ? Optional.empty() : DeviceMultiples.open();
        if (device.isEmpty() && backend == Backend.CUDA) {
            throw new ProofmillException(ReasonCode.NO_DEVICE, Cuda.sentence());
        }
        return new SetupBackend(
                device.map(GeneratorMultiples.class::cast).orElseGet(GeneratorMultiples::onProcessor), device);
    }

    @Override
    public void multiply(Group group, MemorySegment scalars, MemorySegment out, long count, Work work) {
        multiples.multiply(group, scalars, out, count, work);
    }

    @Override
    public void close() {
        device.ifPresent(DeviceMultiples::close);
    }
}
