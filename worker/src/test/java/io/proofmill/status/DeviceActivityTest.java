package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeviceActivityTest {
    private long now;
    private final DeviceActivity activity = new DeviceActivity(() -> now);

    @Test
    void parts_that_overlap_keep_a_device_busy_once() {
        activity.enter("cuda:0");
        now = 10;
        activity.enter("cuda:0");
        now = 15;
        activity.leave("cuda:0");
        assertThat(activity.running("cuda:0")).isEqualTo(1);
        now = 30;
        assertThat(activity.busyNanos("cuda:0")).isEqualTo(30);
        activity.leave("cuda:0");
        now = 99;
        assertThat(activity.busyNanos("cuda:0")).isEqualTo(30);
        assertThat(activity.busyNanos("cuda:1")).isZero();
    }
}
