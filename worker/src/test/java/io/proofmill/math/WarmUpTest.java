package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WarmUpTest {
    @ParameterizedTest
    @EnumSource(CurveId.class)
    void warming_up_ends_by_itself_and_keeps_no_process_alive(CurveId id) throws InterruptedException {
        for (PrimeField field : List.of(Curve.of(id).fq(), Curve.of(id).fr())) {
            Thread thread = WarmUp.start(field);
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
        }
    }
}
