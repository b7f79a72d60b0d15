package io.proofmill.gpu.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The loaded driver. There is none on a machine without one: that is an answer, not a failure. */
public final class Cuda {
    private static final Logger LOG = LoggerFactory.getLogger(Cuda.class);

    private final int version;
    private final List<Device> devices;

    private Cuda(int version, List<Device> devices) {
        this.version = version;
        this.devices = devices;
    }

    /** The driver, if this machine has one with at least one visible device. Loaded at the first call; one log line says the outcome. */
    public static Optional<Cuda> load() {
        return Loaded.CUDA;
    }

    /** One sentence: what was found, or why there is no device. */
    public static String sentence() {
        return Loaded.SENTENCE;
    }

    /** The highest CUDA version that the driver serves, as {@code major * 1000 + minor * 10}. */
    public int version() {
        return version;
    }

    /** The devices that {@code CUDA_VISIBLE_DEVICES} lets this process see, by ordinal. */
    public List<Device> devices() {
        return devices;
    }

    private static final class Loaded {
        static final Optional<Cuda> CUDA;
        static final String SENTENCE;

        static {
            Optional<String> absent = CudaLibrary.load();
            Cuda found = null;
            String sentence;
            if (absent.isPresent()) {
                sentence = "no GPU: " + absent.get();
            } else {
                int[] count = new int[1];
                int result = start(count);
                if (result != CUresult.CUDA_SUCCESS) {
                    sentence = "no GPU: the NVIDIA driver answers " + CUresult.stringFor(result);
                } else if (count[0] == 0) {
                    sentence = "no GPU: the NVIDIA driver shows no device to this process";
                } else {
                    found = open(count[0]);
                    sentence = found.describe();
                }
            }
            CUDA = Optional.ofNullable(found);
            SENTENCE = sentence;
            LOG.info("{}", sentence);
        }

        private static int start(int[] count) {
            int result = JCudaDriver.cuInit(0);
            return result == CUresult.CUDA_SUCCESS ? JCudaDriver.cuDeviceGetCount(count) : result;
        }

        private static Cuda open(int count) {
            int[] version = new int[1];
            CudaCall.check(JCudaDriver.cuDriverGetVersion(version), "the driver", "asking for the version");
            List<Device> devices = new ArrayList<>(count);
            for (int ordinal = 0; ordinal < count; ordinal++) {
                devices.add(DeviceQuery.device(ordinal));
            }
            return new Cuda(version[0], List.copyOf(devices));
        }
    }

    private String describe() {
        List<String> names = devices.stream().map(Device::toString).toList();
        return "CUDA %d.%d: %s".formatted(version / 1000, version % 1000 / 10, String.join("; ", names));
    }
}
