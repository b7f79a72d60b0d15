package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class LostContextTest {
    private static final long NOWHERE = 0x10;

    /** Seen with driver 580: after an illegal address no context of the process works any more, whatever is closed and opened. */
    @Test
    void a_kernel_that_writes_nowhere_loses_its_context_and_says_so_at_every_later_call() {
        Device device = Cuda.load().orElseThrow().devices().getFirst();
        Context lost = Context.open(device);
        Kernels kernels = new Kernels(lost, KernelImages.find().orElseThrow());
        Stream stream = lost.stream();
        stream.launch(
                kernels.function("pick", "pick_elements"),
                LaunchShape.of(1, 256),
                new KernelArguments()
                        .address(NOWHERE)
                        .address(NOWHERE)
                        .address(NOWHERE)
                        .int64(256));

        assertThatThrownBy(stream::synchronize)
                .isInstanceOf(ContextLostException.class)
                .hasMessageContaining("ILLEGAL_ADDRESS");
        assertThatThrownBy(() -> lost.allocate(1 << 20)).isInstanceOf(ContextLostException.class);
        lost.close();
    }
}
