package io.proofmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<Named> installed = new ArrayList<>(List.of(new Named("old", "1")));
    private int looks;
    private long now = 5;

    private Catalogue catalogue() throws IOException {
        return new Catalogue(
                () -> {
                    looks++;
                    return List.copyOf(installed);
                },
                () -> now,
                nanos -> now += nanos);
    }

    @Test
    void a_known_circuit_is_found_without_a_look() throws IOException {
        assertThat(catalogue().find("old", Optional.of("1")).name()).isEqualTo("old");
        assertThat(looks).isEqualTo(1);
    }

    @Test
    void a_circuit_installed_right_after_a_look_is_found_by_the_next_request() throws IOException {
        Catalogue catalogue = catalogue();
        now += 2 * SECOND;
        assertThatThrownBy(() -> catalogue.find("new", Optional.empty()))
                .isInstanceOfSatisfying(
                        BadInputException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.UNKNOWN_CIRCUIT));
        installed.add(new Named("new", "1"));
        assertThat(catalogue.find("new", Optional.empty()).version()).isEqualTo("1");
    }

    @Test
    void a_changed_version_is_found() throws IOException {
        Catalogue catalogue = catalogue();
        installed.set(0, new Named("old", "2"));
        assertThat(catalogue.find("old", Optional.of("2")).version()).isEqualTo("2");
    }

    @Test
    void requests_for_what_is_not_there_look_once_a_second_at_most() throws IOException {
        Catalogue catalogue = catalogue();
        long start = now;
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> catalogue.find("none", Optional.empty()))
                    .hasMessageContaining("circuit 'none' is not in this worker's catalogue, which has old");
        }
        assertThat(looks - 1).isLessThanOrEqualTo((int) ((now - start) / SECOND));
    }

    @Test
    void a_source_that_cannot_be_read_leaves_the_catalogue_as_it_was() throws IOException {
        boolean[] broken = new boolean[1];
        Catalogue catalogue = new Catalogue(
                () -> {
                    if (broken[0]) {
                        throw new IOException("no such folder");
                    }
                    return List.copyOf(installed);
                },
                () -> now,
                nanos -> now += nanos);
        broken[0] = true;
        assertThatThrownBy(() -> catalogue.find("none", Optional.empty())).isInstanceOf(BadInputException.class);
        assertThat(catalogue.find("old", Optional.empty()).version()).isEqualTo("1");
    }

    /** A circuit of which only name and version matter here. */
    private record Named(String name, String version) implements Circuit {
        @Override
        public CurveId curve() {
            return CurveId.BN254;
        }

        @Override
        public long keyBytes() {
            return 0;
        }

        @Override
        public long assignmentBytes() {
            return 0;
        }

        @Override
        public Keys load(Work work) {
            throw new UnsupportedOperationException("no keys");
        }

        @Override
        public Plan plan(ProofTask task, Work work) {
            throw new UnsupportedOperationException("no plan");
        }
    }
}
