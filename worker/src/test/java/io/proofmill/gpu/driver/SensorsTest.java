package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SensorsTest {
    @Test
    void without_the_driver_s_library_there_are_no_sensors() {
        assertThat(Sensors.open("libproofmill-no-such-library.so.1")).isEmpty();
    }

    @Test
    void a_library_without_the_functions_is_no_sensor_library() {
        assertThat(Sensors.open("libc.so.6")).isEmpty();
    }

    @Test
    @Tag("gpu")
    void a_device_tells_a_temperature_and_its_memory_in_use() {
        Sensors sensors = Sensors.open().orElseThrow();
        for (Device device : Cuda.load().orElseThrow().devices()) {
            Sensors.Reading reading = sensors.read(device).orElseThrow();
            assertThat(reading.temperatureCelsius()).as(device.toString()).isBetween(5, 110);
            assertThat(reading.usedBytes()).as(device.toString()).isBetween(1L, device.memoryBytes());
        }
    }
}
