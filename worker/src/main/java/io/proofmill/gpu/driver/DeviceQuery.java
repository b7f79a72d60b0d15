package io.proofmill.gpu.driver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.UUID;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;

/** Asks the driver what a device is. */
final class DeviceQuery {
    private static final int NAME_BYTES = 256;

    private final CUdevice handle;
    private final String who;

    private DeviceQuery(CUdevice handle, String who) {
        this.handle = handle;
        this.who = who;
    }

    static Device device(int ordinal) {
        DeviceQuery query = new DeviceQuery(handle(ordinal), "GPU " + ordinal);
        return new Device(
                ordinal,
                query.uuid(),
                query.name(),
                query.memory(),
                query.optional(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
                query.required(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                10 * query.required(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
                        + query.required(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                query.required(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                query.optional(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_ECC_ENABLED)
                                .orElse(0)
                        != 0);
    }

    static CUdevice handle(int ordinal) {
        CUdevice handle = new CUdevice();
        CudaCall.check(JCudaDriver.cuDeviceGet(handle, ordinal), "GPU " + ordinal, "opening the device");
        return handle;
    }

    private String name() {
        byte[] name = new byte[NAME_BYTES];
        CudaCall.check(JCudaDriver.cuDeviceGetName(name, name.length, handle), who, "asking for the name");
        int length = 0;
        while (length < name.length && name[length] != 0) {
            length++;
        }
        return new String(name, 0, length, StandardCharsets.US_ASCII);
    }

    private String uuid() {
        CUuuid uuid = new CUuuid();
        CudaCall.check(JCudaDriver.cuDeviceGetUuid(uuid, handle), who, "asking for the UUID");
        ByteBuffer bytes = ByteBuffer.wrap(uuid.bytes);
        return "GPU-" + new UUID(bytes.getLong(), bytes.getLong());
    }

    private long memory() {
        long[] bytes = new long[1];
        CudaCall.check(JCudaDriver.cuDeviceTotalMem(bytes, handle), who, "asking for the memory's size");
        return bytes[0];
    }

    private int required(int attribute) {
        int[] value = new int[1];
        CudaCall.check(
                JCudaDriver.cuDeviceGetAttribute(value, attribute, handle), who, "asking for attribute", attribute);
        return value[0];
    }

    private OptionalInt optional(int attribute) {
        int[] value = new int[1];
        int result = JCudaDriver.cuDeviceGetAttribute(value, attribute, handle);
        return result == CUresult.CUDA_SUCCESS && value[0] > 0 ? OptionalInt.of(value[0]) : OptionalInt.empty();
    }
}
