package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeviceExaminerTest {
    private final AtomicInteger examinations = new AtomicInteger();
    private final AtomicBoolean lost = new AtomicBoolean();
    private final AtomicInteger restarts = new AtomicInteger();

    @Test
    void a_device_that_is_lost_to_the_process_asks_for_a_restart_once() {
        try (DeviceExaminer examiner =
                new DeviceExaminer(examinations::incrementAndGet, lost::get, restarts::incrementAndGet)) {
            examiner.look();
            assertThat(restarts).hasValue(0);

            lost.set(true);
            examiner.look();
            examiner.look();

            assertThat(restarts).hasValue(1);
            assertThat(examinations).hasValue(3);
        }
    }

    @Test
    void an_examination_that_fails_neither_ends_the_looking_nor_hides_a_lost_device() {
        lost.set(true);
        Runnable failing = () -> {
            throw new IllegalStateException("a test says so");
        };
        try (DeviceExaminer examiner = new DeviceExaminer(failing, lost::get, restarts::incrementAndGet)) {
            examiner.look();
        }
        assertThat(restarts).hasValue(1);
    }
}
