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
                OptionalLong.of(1L << 30),
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
                OptionalLong.empty(),
                OptionalLong.empty());

        assertThat(unknown.worries()).isEmpty();
        assertThat(unknown.toString()).contains("unknown");
    }

    @Test
    void a_library_that_is_not_there_or_is_another_tells_nothing() {
        assertThat(ManagementLibrary.open("libproofmill-no-such-library.so.1")).isEmpty();
        assertThat(ManagementLibrary.open("libc.so.6")).isEmpty();
    }

    @Test
    @Tag("gpu")
    void every_device_of_this_machine_tells_its_clock_temperature_memory_and_throttle_state() {
        for (Device device : Cuda.load().orElseThrow().devices()) {
            DeviceState state = DeviceState.of(device);
            assertThat(state.clockMegahertz().orElseThrow())
                    .as(device.toString())
                    .isBetween(1L, 5000L);
            assertThat(state.celsius().orElseThrow()).as(device.toString()).isBetween(5L, 110L);
            assertThat(state.usedBytes().orElseThrow()).as(device.toString()).isBetween(1L, device.memoryBytes());
            assertThat(state.slowdowns()).as(device.toString()).isPresent();
        }
    }
}
