package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.JobState;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.RecordCoordinates;
import io.proofmill.schemas.Replay;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JudgementTest {
    private final JobMemory memory = new JobMemory(Duration.ofDays(7), InstantSource.fixed(Instant.EPOCH));

    @Test
    void an_unknown_id_goes_on() {
        assertThat(judge(request(0, 0))).isInstanceOf(Judgement.GoOn.class);
    }

    @Test
    void a_proved_statement_is_answered_from_its_result_and_another_one_is_a_conflict() {
        remember(JobState.PROVED, 0, 0);
        assertThat(judge(request(5, 0))).isInstanceOf(Judgement.ProvedBefore.class);
        ProofRequest other = QueueBench.request("job");
        other.setCircuit("another");
        assertThat(judge(accepted(other, 5))).isInstanceOf(Judgement.Conflict.class);
    }

    @Test
    void a_job_that_was_cut_off_goes_on_from_its_own_record_and_a_repeat_of_it_waits_for_its_outcome() {
        remember(JobState.STARTED, 3, 0);
        assertThat(judge(request(3, 0))).isInstanceOf(Judgement.GoOn.class);
        assertThat(judge(request(4, 0))).isInstanceOf(Judgement.UnderWay.class);
    }

    @Test
    void a_dead_letter_is_replayed_once_for_each_replay() {
        remember(JobState.DEAD_LETTERED, 3, 0);
        assertThat(judge(request(4, 0))).isInstanceOf(Judgement.FailedBefore.class);
        assertThat(judge(request(4, 1))).isInstanceOf(Judgement.GoOn.class);
        remember(JobState.DEAD_LETTERED, 4, 1);
        assertThat(judge(request(5, 1))).isInstanceOf(Judgement.FailedBefore.class);
        assertThat(judge(request(5, 2))).isInstanceOf(Judgement.GoOn.class);
    }

    private void remember(JobState state, long offset, int replays) {
        memory.remember(JobRecord.newBuilder()
                .setJobId("job")
                .setStatementDigest(request(0, 0).statementDigest())
                .setState(state)
                .setSource(at(offset))
                .setReplays(replays)
                .build());
    }

    private Judgement judge(AcceptedRequest request) {
        return Judgement.of(request, memory);
    }

    private static AcceptedRequest request(long offset, int replays) {
        ProofRequest request = QueueBench.request("job");
        if (replays > 0) {
            request.setReplay(Replay.newBuilder()
                    .setBy("tester")
                    .setAt(Instant.EPOCH)
                    .setDeadLetter(at(1))
                    .setCount(replays)
                    .build());
        }
        return accepted(request, offset);
    }

    private static AcceptedRequest accepted(ProofRequest request, long offset) {
        return new AcceptedRequest(
                request,
                new RawRecord(at(offset), null, null, List.of()),
                Priority.NORMAL,
                StatementDigest.of(request),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static RecordCoordinates at(long offset) {
        return RecordCoordinates.newBuilder()
                .setTopic("proof.requests")
                .setPartition(0)
                .setOffset(offset)
                .build();
    }
}
