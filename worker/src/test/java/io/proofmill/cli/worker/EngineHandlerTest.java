package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.engine.MemoryBudget;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobPayload;
import io.proofmill.queue.Permit;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.Priority;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EngineHandlerTest {
    private final MemoryBudget memory = new MemoryBudget(1_000);
    private final EngineHandler handler = new EngineHandler(null, memory, 1);

    /** Keys that nobody uses are dropped by the engine when it wants their room; a job that never starts wants nothing of the engine. */
    @Test
    void a_payload_has_room_though_keys_fill_the_whole_budget() {
        assertThat(memory.tryReserve(1_000)).isPresent();
        assertThat(handler.tryAdmit(job(200))).isPresent();
    }

    @Test
    void payloads_of_any_size_have_room_one_after_the_other_and_leave_the_engine_all_of_its_own() {
        Permit first = handler.tryAdmit(job(5_000)).orElseThrow();
        assertThat(handler.tryAdmit(job(1))).isEmpty();
        assertThat(memory.tryReserve(1_000)).isPresent();
        first.close();
        assertThat(handler.tryAdmit(job(5_000))).isPresent();
    }

    private static Job job(int bytes) {
        return new Job(
                "job",
                "circuit",
                Optional.empty(),
                List.of(new JobPayload.InMemory(PayloadKind.WITNESS, "", ByteBuffer.allocate(bytes))),
                Optional.empty(),
                1,
                3,
                Optional.empty(),
                Priority.NORMAL,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                "0".repeat(64));
    }
}
