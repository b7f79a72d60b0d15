package io.proofmill.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.health.Placement.Candidate;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {
    @Test
    void the_device_that_holds_the_key_is_preferred() {
        assertThat(Placement.choose(List.of(candidate(0, false, 0), candidate(1, true, 1))))
                .hasValueSatisfying(chosen -> assertThat(chosen.device()).isEqualTo(1));
    }

    @Test
    void a_long_queue_outweighs_the_key() {
        assertThat(Placement.choose(List.of(candidate(0, false, 0), candidate(1, true, 3))))
                .hasValueSatisfying(chosen -> assertThat(chosen.device()).isZero());
    }

    @Test
    void the_least_loaded_of_equals_wins_then_the_one_with_most_memory() {
        assertThat(Placement.choose(List.of(candidate(0, true, 2), candidate(1, true, 1))))
                .hasValueSatisfying(chosen -> assertThat(chosen.device()).isEqualTo(1));
        assertThat(Placement.choose(List.of(new Candidate(0, true, false, 0, 5), new Candidate(1, true, false, 0, 9))))
                .hasValueSatisfying(chosen -> assertThat(chosen.device()).isEqualTo(1));
    }

    @Test
    void a_quarantined_device_is_never_chosen() {
        assertThat(Placement.choose(List.of(new Candidate(0, false, true, 0, 9), candidate(1, false, 7))))
                .hasValueSatisfying(chosen -> assertThat(chosen.device()).isEqualTo(1));
        assertThat(Placement.choose(List.of(new Candidate(0, false, true, 0, 9))))
                .isEmpty();
    }

    private static Candidate candidate(int device, boolean keyResident, int load) {
        return new Candidate(device, true, keyResident, load, 1);
    }
}
