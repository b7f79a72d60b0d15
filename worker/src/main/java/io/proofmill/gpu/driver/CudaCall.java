package io.proofmill.gpu.driver;

import io.proofmill.math.ReasonCode;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jcuda.driver.CUresult;

/** Turns a driver call's result into nothing or into a typed exception. */
final class CudaCall {
    private CudaCall() {}

    /**
     * Checks a call.
     *
     * @param result the call's result
     * @param device who it was asked of, as words for a sentence
     * @param operation what was asked
     * @param details the sizes and addresses that the call was given, in the words of a sentence; joined only on failure
     * @throws ContextLostException when nothing works on that context any more
     * @throws DeviceException when only this call failed
     */
    static void check(int result, Object device, String operation, Object... details) {
        if (result == CUresult.CUDA_SUCCESS) {
            return;
        }
        String detail = details.length == 0
                ? ""
                : Stream.of(details).map(String::valueOf).collect(Collectors.joining(" ", " (", ")"));
        String sentence = operation + detail + " failed on " + device + ": " + CUresult.stringFor(result);
        throw switch (CudaError.of(result)) {
            case OUT_OF_MEMORY -> new DeviceException(ReasonCode.OUT_OF_DEVICE_MEMORY, sentence);
            case CONTEXT_LOST -> new ContextLostException(sentence + "; the device's context is lost");
            case NO_KERNEL_IMAGE ->
                new DeviceException(
                        ReasonCode.DEVICE_FAULT, sentence + "; the kernels were not built for this device or driver");
            case CALL_FAILED -> new DeviceException(ReasonCode.DEVICE_FAULT, sentence);
        };
    }
}
