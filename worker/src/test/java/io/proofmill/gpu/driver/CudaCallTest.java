package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.ReasonCode;
import jcuda.driver.CUresult;
import org.junit.jupiter.api.Test;

class CudaCallTest {
    @Test
    void out_of_memory_says_operation_device_and_sizes() {
        assertThatThrownBy(() -> CudaCall.check(
                        CUresult.CUDA_ERROR_OUT_OF_MEMORY, "GPU 0 (H200)", "allocating device memory", 42, "bytes"))
                .isInstanceOfSatisfying(
                        DeviceException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.OUT_OF_DEVICE_MEMORY))
                .hasMessage("allocating device memory (42 bytes) failed on GPU 0 (H200): CUDA_ERROR_OUT_OF_MEMORY");
    }

    @Test
    void a_sticky_error_is_a_lost_context() {
        assertThatThrownBy(() -> CudaCall.check(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, "GPU 0", "launching k"))
                .isInstanceOf(ContextLostException.class)
                .hasMessage("launching k failed on GPU 0: CUDA_ERROR_ILLEGAL_ADDRESS; the device's context is lost");
    }

    @Test
    void another_error_leaves_the_context() {
        assertThatThrownBy(() -> CudaCall.check(CUresult.CUDA_ERROR_INVALID_VALUE, "GPU 0", "launching k"))
                .isInstanceOf(DeviceException.class)
                .isNotInstanceOf(ContextLostException.class);
    }

    @Test
    void success_is_silent() {
        CudaCall.check(CUresult.CUDA_SUCCESS, "GPU 0", "launching k");
    }
}
