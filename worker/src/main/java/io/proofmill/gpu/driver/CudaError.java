package io.proofmill.gpu.driver;

import jcuda.driver.CUresult;

/** What a driver's error code asks of us. Codes and their meaning: CUDA Driver API, section "Data types used by CUDA driver", enum CUresult. */
enum CudaError {
    /** The device has no memory left for the request; the context stays usable. */
    OUT_OF_MEMORY,
    /** The context is lost: every later call on it fails in the same way. */
    CONTEXT_LOST,
    /** The kernels in the fatbin don't fit this device or this driver. */
    NO_KERNEL_IMAGE,
    /** This call failed; the context stays usable. */
    CALL_FAILED;

    static CudaError of(int code) {
        return switch (code) {
            case CUresult.CUDA_ERROR_OUT_OF_MEMORY -> OUT_OF_MEMORY;
            case CUresult.CUDA_ERROR_NO_BINARY_FOR_GPU,
                    CUresult.CUDA_ERROR_INVALID_IMAGE,
                    CUresult.CUDA_ERROR_INVALID_PTX,
                    CUresult.CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
                    CUresult.CUDA_ERROR_JIT_COMPILER_NOT_FOUND -> NO_KERNEL_IMAGE;
            case CUresult.CUDA_ERROR_DEINITIALIZED,
                    CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE,
                    CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
                    CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
                    CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
                    CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
                    CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
                    CUresult.CUDA_ERROR_ASSERT,
                    CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
                    CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
                    CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
                    CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
                    CUresult.CUDA_ERROR_INVALID_PC,
                    CUresult.CUDA_ERROR_LAUNCH_FAILED,
                    CUresult.CUDA_ERROR_UNKNOWN -> CONTEXT_LOST;
            default -> CALL_FAILED;
        };
    }
}
