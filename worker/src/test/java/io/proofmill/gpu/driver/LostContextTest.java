package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
@Tag("lost-context") // the process cannot use the device afterwards: run it in one of its own
class LostContextTest {
    /** Seen with driver 580: after an illegal address no context of the process works any more, whatever is closed and opened. */
    @Test
    void a_kernel_that_writes_nowhere_loses_its_context_and_says_so_at_every_later_call() {
        Device device = Cuda.load().orElseThrow().devices().getFirst();
        Context lost = Context.open(device);

        Faults.writeNowhere(lost);

        assertThatThrownBy(() -> lost.allocate(1 << 20))
                .isInstanceOf(ContextLostException.class)
                .hasMessageContaining("ILLEGAL_ADDRESS");
        lost.close();
    }
}
