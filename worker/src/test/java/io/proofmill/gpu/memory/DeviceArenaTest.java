package io.proofmill.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.gpu.memory.DeviceArena.End;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeviceArenaTest {
    private static final long BASE = 0x7f00_0000_0000L;

    @Test
    void low_regions_grow_up_and_high_regions_grow_down() {
        DeviceArena arena = new DeviceArena(BASE, 10 * 512);

        assertThat(arena.allocate("a", 512, End.LOW).address()).isEqualTo(BASE);
        assertThat(arena.allocate("b", 1, End.LOW).address()).isEqualTo(BASE + 512);
        assertThat(arena.allocate("c", 513, End.HIGH).address()).isEqualTo(BASE + 8 * 512);
        assertThat(arena.freeBytes()).isEqualTo(6 * 512);
    }

    @Test
    void a_region_beyond_4_gib_is_addressed_in_full() {
        DeviceArena arena = new DeviceArena(BASE, 140L << 30);

        arena.allocate("a", 44L << 30, End.LOW);

        assertThat(arena.allocate("b", 90L << 30, End.LOW).address()).isEqualTo(BASE + (44L << 30));
        assertThat(arena.freeBytes()).isEqualTo(6L << 30);
    }

    @Test
    void what_does_not_fit_is_refused_with_the_numbers() {
        DeviceArena arena = new DeviceArena(BASE, 4 * 512);
        Region middle = arena.allocate("a", 512, End.LOW);
        arena.allocate("b", 512, End.LOW);
        middle.close();

        assertThatThrownBy(() -> arena.allocate("vectors of x", 3 * 512, End.LOW))
                .isInstanceOfSatisfying(
                        ProofmillException.class,
                        e -> assertThat(e.reason()).isEqualTo(ReasonCode.OUT_OF_DEVICE_MEMORY))
                .hasMessage(
                        "vectors of x needs 1536 bytes of device memory; 1536 of 2048 are free, the longest range has 1024");
    }

    @Test
    void closing_twice_gives_back_once() {
        DeviceArena arena = new DeviceArena(BASE, 4 * 512);
        Region region = arena.allocate("a", 512, End.LOW);

        region.close();
        region.close();

        assertThat(arena.freeBytes()).isEqualTo(4 * 512);
        assertThat(arena.largestFree()).isEqualTo(4 * 512);
    }

    @Test
    void holds_foresees_whether_both_ends_fit() {
        DeviceArena arena = new DeviceArena(BASE, 6 * 512);
        arena.allocate("a", 512, End.LOW);
        Region hole = arena.allocate("b", 2 * 512, End.LOW);
        arena.allocate("c", 512, End.LOW);
        hole.close();

        assertThat(arena.holds(2 * 512, 2 * 512)).isTrue();
        assertThat(arena.holds(2 * 512, 3 * 512)).isFalse();
        assertThat(arena.holds(0, 3 * 512)).isFalse();
        assertThat(arena.holds(512, 0)).isTrue();
    }

    @Test
    void random_regions_never_overlap_and_all_memory_comes_back() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            DeviceArena arena = new DeviceArena(BASE, 1L << 20);
            List<Region> held = new ArrayList<>();
            for (int step = 0; step < 2_000; step++) {
                if (!held.isEmpty() && random.nextInt(5) < 2) {
                    held.remove(random.nextInt(held.size())).close();
                    continue;
                }
                long bytes = 1L + random.nextInt(40_000);
                End end = random.nextBoolean() ? End.LOW : End.HIGH;
                if (!arena.holds(bytes, 0)) {
                    continue;
                }
                Region region = arena.allocate("x", bytes, end);
                assertThat(held).as("seed %d step %d", seed, step).noneMatch(other -> overlap(other, region));
                held.add(region);
            }
            held.forEach(Region::close);
            assertThat(arena.largestFree()).as("seed %d", seed).isEqualTo(arena.capacity());
        }
    }

    private static boolean overlap(Region a, Region b) {
        return a.address() < b.address() + b.bytes() && b.address() < a.address() + a.bytes();
    }
}
