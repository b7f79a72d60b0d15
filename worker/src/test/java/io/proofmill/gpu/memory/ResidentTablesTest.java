package io.proofmill.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.math.Work;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When keys get room for tables of multiples, and when they lose it. */
@Timeout(30)
class ResidentTablesTest {
    private static final long GIB = 1L << 30;
    private static final Footprint SMALL = new Footprint("small", GIB, 2 * GIB, 2 * GIB);

    private final DeviceArena arena = new DeviceArena(0x7f00_0000_0000L, 16 * GIB);
    private final JobAdmission<String> admission = new JobAdmission<>(arena, 2);

    @Test
    void a_key_gets_tables_after_many_jobs_and_later_jobs_share_them() {
        for (int i = 1; i < ResidentKey.JOBS_BEFORE_TABLES; i++) {
            assertThat(tablesAfterOneJob(4 * GIB)).isEmpty();
        }
        assertThat(tablesAfterOneJob(4 * GIB)).isPresent();
        assertThat(admission.tableBytes()).isEqualTo(4 * GIB);

        try (JobMemory<String> first = admit(SMALL);
                JobMemory<String> second = admit(SMALL)) {
            assertThat(admission.tables(first, 4 * GIB)).isEqualTo(admission.tables(second, 4 * GIB));
        }
        assertThat(arena.freeBytes()).isEqualTo(11 * GIB);
    }

    @Test
    void tables_leave_room_for_as_many_jobs_as_the_device_takes() {
        serve(ResidentKey.JOBS_BEFORE_TABLES);

        assertThat(tablesAfterOneJob(11 * GIB + 1)).isEmpty();
        assertThat(tablesAfterOneJob(11 * GIB)).isPresent();
    }

    @Test
    void another_keys_room_is_made_of_tables_before_keys() {
        serve(ResidentKey.JOBS_BEFORE_TABLES);
        assertThat(tablesAfterOneJob(10 * GIB)).isPresent();

        try (JobMemory<String> other = admit(new Footprint("other", 6 * GIB, GIB, GIB))) {
            other.key().orElseThrow().load(region -> "other");
            assertThat(admission.residentKeys()).containsExactly("small", "other");
            assertThat(admission.tableBytes()).isZero();
        }
    }

    @Test
    void a_key_whose_tables_were_dropped_waits_longer_for_the_next() {
        serve(ResidentKey.JOBS_BEFORE_TABLES);
        assertThat(tablesAfterOneJob(10 * GIB)).isPresent();
        admit(new Footprint("other", 6 * GIB, GIB, GIB)).close();

        serve(2 * ResidentKey.JOBS_BEFORE_TABLES);
        assertThat(tablesAfterOneJob(4 * GIB)).isEmpty();
        serve(2 * ResidentKey.JOBS_BEFORE_TABLES);
        assertThat(tablesAfterOneJob(4 * GIB)).isPresent();
    }

    @Test
    void tables_in_use_stay_and_the_newcomer_waits_for_their_job() throws Exception {
        serve(ResidentKey.JOBS_BEFORE_TABLES);
        JobMemory<String> user = admit(SMALL);
        admission.tables(user, 10 * GIB).orElseThrow().markMade();
        try (ExecutorService workers = Executors.newSingleThreadExecutor()) {
            Future<?> newcomer = workers.submit(
                    () -> admit(new Footprint("other", 6 * GIB, GIB, GIB)).close());
            while (admission.waiting() == 0) {
                Thread.onSpinWait();
            }
            assertThat(admission.tableBytes()).isEqualTo(10 * GIB);

            user.close();
            newcomer.get();
        }
        assertThat(admission.tableBytes()).isZero();
    }

    @Test
    void room_that_its_job_did_not_fill_is_free_again() {
        serve(ResidentKey.JOBS_BEFORE_TABLES);
        try (JobMemory<String> job = admit(SMALL)) {
            assertThat(admission.tables(job, 4 * GIB)).isPresent();
            try (JobMemory<String> beside = admit(SMALL)) {
                assertThat(admission.tables(beside, 4 * GIB)).as("not made yet").isEmpty();
            }
        }
        assertThat(admission.tableBytes()).isZero();
        assertThat(arena.freeBytes()).isEqualTo(15 * GIB);
    }

    @Test
    void tables_go_with_their_key() {
        serve(ResidentKey.JOBS_BEFORE_TABLES);
        assertThat(tablesAfterOneJob(4 * GIB)).isPresent();

        assertThat(admission.evict("small")).isTrue();
        assertThat(arena.freeBytes()).isEqualTo(16 * GIB);
    }

    private JobMemory<String> admit(Footprint footprint) {
        return admission.admit(footprint.circuit(), footprint, Work.UNATTENDED);
    }

    private void serve(int jobs) {
        for (int i = 0; i < jobs; i++) {
            try (JobMemory<String> job = admit(SMALL)) {
                job.key().orElseThrow().load(region -> "small");
            }
        }
    }

    /** What one more job with the small key gets, which makes the tables if it gets room. */
    private Optional<ResidentTables> tablesAfterOneJob(long bytes) {
        try (JobMemory<String> job = admit(SMALL)) {
            job.key().orElseThrow().load(region -> "small");
            Optional<ResidentTables> tables = admission.tables(job, bytes);
            tables.ifPresent(ResidentTables::markMade);
            return tables;
        }
    }
}
