package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.BadInputException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DeviceSelectionTest {
    private static final Device FIRST = device(0, "GPU-1a2b0000-0000-0000-0000-000000000000");
    private static final Device SECOND = device(1, "GPU-1a2c0000-0000-0000-0000-000000000000");
    private static final List<Device> VISIBLE = List.of(FIRST, SECOND);

    @Test
    void all_and_blank_mean_every_visible_device() {
        assertThat(DeviceSelection.parse("all").of(VISIBLE)).containsExactly(FIRST, SECOND);
        assertThat(DeviceSelection.parse(" ").of(VISIBLE)).containsExactly(FIRST, SECOND);
    }

    @Test
    void ordinals_and_uuids_mix_and_repetitions_count_once() {
        assertThat(DeviceSelection.parse("1, gpu-1A2B,1").of(VISIBLE)).containsExactly(SECOND, FIRST);
    }

    @Test
    void a_name_that_fits_two_devices_is_refused() {
        assertThatThrownBy(() -> DeviceSelection.parse("GPU-1a2").of(VISIBLE))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("fits 2 of the 2 visible devices");
    }

    @Test
    void a_name_that_fits_no_device_is_refused() {
        assertThatThrownBy(() -> DeviceSelection.parse("2").of(VISIBLE)).hasMessageContaining("fits 0 of the 2");
    }

    @Test
    void an_empty_name_is_refused() {
        assertThatThrownBy(() -> DeviceSelection.parse("0,,1")).hasMessageContaining("empty name");
    }

    private static Device device(int ordinal, String uuid) {
        return new Device(ordinal, uuid, "H200", 139L << 30, OptionalInt.of(1_980_000), 132, 90, 232_448, true);
    }
}
