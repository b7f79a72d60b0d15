package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class LostContextTest {
    private static final long NOWHERE = 0x10;

    @Test
    void a_kernel_that_writes_nowhere_loses_its_context_and_the_next_context_works() {
        Device device = Cuda.load().orElseThrow().devices().getFirst();
        KernelImages images = KernelImages.find().orElseThrow();

        try (Context lost = Context.open(device);
                Kernels kernels = new Kernels(lost, images);
                Stream stream = lost.stream()) {
            stream.launch(
                    kernels.function("pick", "pick_elements"),
                    LaunchShape.of(1, 256),
                    new KernelArguments()
                            .address(NOWHERE)
                            .address(NOWHERE)
                            .address(NOWHERE)
                            .int64(256));
            assertThatThrownBy(stream::synchronize).isInstanceOf(ContextLostException.class);
            assertThatThrownBy(() -> lost.allocate(1 << 20)).isInstanceOf(ContextLostException.class);
        } catch (ContextLostException closing) {
            assertThat(closing).hasMessageContaining("context is lost");
        }

        try (Context next = Context.open(device);
                DeviceMemory memory = next.allocate(1 << 20)) {
            assertThat(memory.bytes()).isEqualTo(1 << 20);
        }
    }

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
