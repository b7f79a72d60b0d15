package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.ProofQueue.End;
import org.junit.jupiter.api.Test;

class WorkerLifeTest {
    @Test
    void a_drained_worker_ends_with_0_and_one_that_handed_jobs_back_with_10() {
        assertThat(WorkerLife.exitCode(End.FINISHED, false)).isZero();
        assertThat(WorkerLife.exitCode(End.HANDED_BACK, false)).isEqualTo(10);
    }

    /** systemd starts it again: the unit prevents that for 2 only. */
    @Test
    void a_worker_whose_gpu_is_lost_to_the_process_ends_with_11_however_it_drained() {
        assertThat(WorkerLife.exitCode(End.FINISHED, true)).isEqualTo(11);
        assertThat(WorkerLife.exitCode(End.HANDED_BACK, true)).isEqualTo(11);
    }
}
