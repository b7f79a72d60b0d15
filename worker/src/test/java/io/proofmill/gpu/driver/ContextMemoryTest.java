package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class ContextMemoryTest {
    @Test
    void more_memory_than_there_is_is_refused_with_the_size_and_the_context_goes_on() {
        Device device = Cuda.load().orElseThrow().devices().getFirst();
        try (Context context = Context.open(device)) {
            assertThatThrownBy(() -> context.allocate(device.memoryBytes() * 2))
                    .isInstanceOf(DeviceException.class)
                    .isNotInstanceOf(ContextLostException.class)
                    .hasMessageContaining(Long.toString(device.memoryBytes() * 2));
            context.allocate(1 << 20).close();
        }
    }
}
