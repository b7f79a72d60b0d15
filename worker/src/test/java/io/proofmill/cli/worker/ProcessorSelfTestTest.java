package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class ProcessorSelfTestTest {
    @Test
    void this_processor_proves_right_on_both_curves() {
        assertThat(new ProcessorSelfTest(new SecureRandom()).run()).isEmpty();
    }
}
