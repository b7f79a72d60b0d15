package io.proofmill.gpu.driver;

import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.JCudaDriver;

/** A kernel of a loaded module. */
public final class KernelFunction {
    private final Context context;
    private final String name;
    private final CUfunction handle;
    private int allowedSharedBytes = 48 << 10;

    KernelFunction(Context context, String name, CUfunction handle) {
        this.context = context;
        this.name = name;
        this.handle = handle;
    }

    /** Its C name. */
    public String name() {
        return name;
    }

    /** Lets blocks of it use more dynamic shared memory than the 48 KiB that every kernel may. */
    synchronized void allowSharedMemory(int bytes) {
        if (bytes <= allowedSharedBytes) {
            return;
        }
        context.makeCurrent();
        CudaCall.check(
                JCudaDriver.cuFuncSetAttribute(
                        handle, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes),
                context.device(),
                "raising the shared memory of " + name,
                bytes,
                "bytes a block");
        allowedSharedBytes = bytes;
    }

    /** Blocks of a size that fit on one multiprocessor at a time. */
    public int blocksPerMultiprocessor(int threads, int sharedBytes) {
        context.makeCurrent();
        int[] blocks = new int[1];
        CudaCall.check(
                JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, handle, threads, sharedBytes),
                context.device(),
                "asking for the occupancy of " + name,
                threads,
                "threads a block");
        return blocks[0];
    }

    CUfunction handle() {
        return handle;
    }

    @Override
    public String toString() {
        return name;
    }
}
