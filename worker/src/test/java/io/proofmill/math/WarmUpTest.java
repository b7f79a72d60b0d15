package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void warming_up_ends_by_itself_or_when_cancelled() {
        assertThatCode(() -> WarmUp.run(CurveId.BN254, Work.UNATTENDED)).doesNotThrowAnyException();
        assumeTrue(Lanes.available(), Lanes.description());
        assertThatThrownBy(() -> WarmUp.run(CurveId.BN254, () -> true)).isInstanceOf(CancellationException.class);
    }
}
