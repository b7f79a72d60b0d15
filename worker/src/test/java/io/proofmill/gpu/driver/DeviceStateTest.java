package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DeviceStateTest {
    private static DeviceState state(long slowdowns, long errors) {
        return new DeviceState(
                OptionalLong.of(1980),
                OptionalLong.of(54),
                OptionalLong.of(412_345),
                OptionalLong.of(slowdowns),
                OptionalLong.of(errors));
    }

    @Test
    void a_busy_device_at_its_power_limit_is_no_worry() {
        assertThat(state(0x4, 0).worries()).isEmpty();
        assertThat(state(0x4, 0))
                .hasToString("1980 MHz, 54 °C, 412 W, held at its power limit, 0 uncorrected memory errors");
    }

    @Test
    void heat_and_memory_errors_are_worries_in_words() {
        assertThat(state(0x40 | 0x8, 3).worries())
                .containsExactly(
                        "hardware slowdown", "thermal slowdown by the hardware", "3 uncorrected memory errors");
    }

    @Test
    void what_is_not_told_is_said_to_be_unknown() {
        DeviceState unknown = new DeviceState(
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());

        assertThat(unknown.worries()).isEmpty();
        assertThat(unknown.toString()).contains("unknown");
    }

    @Test
    @Tag("gpu")
    void a_device_of_this_machine_tells_its_clock_and_throttle_state() {
        Device device = Cuda.load().orElseThrow().devices().getFirst();

        assertThat(DeviceState.of(device).clockMegahertz().orElseThrow()).isBetween(1L, 5000L);
        assertThat(DeviceState.of(device).slowdowns()).isPresent();
    }
}
