package io.proofmill.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.proofmill.cli.BuildInfo;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.gpu.driver.Device;
import io.proofmill.gpu.driver.DeviceState;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** What this machine is: build, JDK, cores, memory, vector lanes, CUDA devices. */
final class MachineChecks {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    private MachineChecks() {}

    static List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("build", BuildInfo.current().id()));
        findings.add(jdk());
        findings.add(
                Finding.ok("cores", Runtime.getRuntime().availableProcessors() + ", " + System.getProperty("os.arch")));
        findings.add(memory());
        findings.add(lanes());
        findings.addAll(cuda());
        return findings;
    }

    private static Finding jdk() {
        String found = Runtime.version() + ", " + System.getProperty("java.vendor");
        return Runtime.version().feature() == 25
                ? Finding.ok("jdk", found)
                : Finding.limited("jdk", found, "Proofmill is tested with JDK 25");
    }

    private static Finding memory() {
        long bytes =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        String found =
                (bytes >> 30) + " GiB, of which " + (Runtime.getRuntime().maxMemory() >> 30) + " GiB for the heap";
        return bytes < 4L << 30
                ? Finding.limited("memory", found, "circuits of a million constraints need about 4 GiB")
                : Finding.ok("memory", found);
    }

    private static Finding lanes() {
        return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()
                ? Finding.ok("vector lanes", "module " + VECTOR_MODULE + " is there")
                : Finding.limited(
                        "vector lanes",
                        "module " + VECTOR_MODULE + " is not there",
                        "the CPU prover is several times slower without it: start Java with --add-modules="
                                + VECTOR_MODULE);
    }

    private static List<Finding> cuda() {
        return Cuda.load()
                .map(MachineChecks::devices)
                .orElseGet(() -> List.of(Finding.limited(
                        "cuda", Cuda.sentence(), "proofs are made on the CPU; for a GPU install NVIDIA's driver")));
    }

    private static List<Finding> devices(Cuda cuda) {
        List<Device> devices = cuda.devices();
        if (devices.isEmpty()) {
            return List.of(Finding.limited(
                    "cuda",
                    "driver without a device",
                    "check CUDA_VISIBLE_DEVICES and the container's device settings"));
        }
        return devices.stream().map(MachineChecks::device).toList();
    }

    private static Finding device(Device device) {
        DeviceState state = DeviceState.of(device);
        String found = device + "; ECC " + (device.eccEnabled() ? "on" : "off") + "; " + state;
        return state.worries().isEmpty()
                ? Finding.ok("cuda", found)
                : Finding.limited(
                        "cuda",
                        found,
                        "look after its cooling, its power supply and, where memory errors are counted, the card itself: "
                                + String.join(", ", state.worries()));
    }
}
