package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.LocatedLetter;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.RecordCoordinates;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DeadLetterBoardTest {
    private final DeadLetterBoard board = new DeadLetterBoard();

    @Test
    void letters_are_counted_by_reason_and_the_latest_come_first_without_their_bytes() {
        for (int i = 0; i < 70; i++) {
            board.add(letter(i, i % 7 == 0 ? "POISON" : "INVALID_WITNESS"));
        }
        DeadLetterBoard.Report report = board.report();

        assertThat(report.total()).isEqualTo(70);
        assertThat(report.byReason()).containsEntry("POISON", 10L).containsEntry("INVALID_WITNESS", 60L);
        assertThat(report.latest()).hasSize(50).first().satisfies(letter -> {
            assertThat(letter.id()).isEqualTo("2:69");
            assertThat(letter.bytes()).isEqualTo(4);
            assertThat(letter.jobId()).isEmpty();
        });
    }

    @Test
    void after_a_trouble_everything_is_read_anew() {
        board.add(letter(1, "POISON"));
        board.trouble("the dead letters cannot be read");
        assertThat(board.report().trouble()).isNotEmpty();
        assertThat(board.report().total()).isEqualTo(1);

        board.clear();
        board.add(letter(1, "POISON"));

        assertThat(board.report().total()).isEqualTo(1);
        assertThat(board.report().trouble()).isEmpty();
    }

    private static LocatedLetter letter(long offset, String reason) {
        RecordCoordinates at = RecordCoordinates.newBuilder()
                .setTopic("proof.dead-letters")
                .setPartition(2)
                .setOffset(offset)
                .build();
        return new LocatedLetter(
                at,
                DeadLetter.newBuilder()
                        .setSource(at)
                        .setReasonCode(reason)
                        .setValue(ByteBuffer.allocate(4))
                        .setValueSize(4)
                        .build());
    }
}
