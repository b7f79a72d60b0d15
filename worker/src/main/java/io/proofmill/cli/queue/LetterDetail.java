package io.proofmill.cli.queue;

import io.proofmill.queue.LocatedLetter;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.RecordHeader;
import io.proofmill.schemas.WorkerIdentity;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;

/**
 * Everything that a dead letter says, for programs. Bytes are in base64, as they came; what is absent is null.
 *
 * @param letter what a list says of it
 * @param failureClass {@code PERMANENT}, {@code RETRYABLE} or {@code INFRASTRUCTURE}
 * @param source where the request stood, {@code topic-partition@offset}
 * @param worker who gave it up
 * @param replays how often it had been replayed before
 * @param valueBytes length of the request's record; -1 when it had none
 * @param value the record; null as well when it was too large for the letter
 */
record LetterDetail(
        LetterLine letter,
        String failureClass,
        String source,
        String statementDigest,
        Worker worker,
        int replays,
        List<Tried> history,
        String key,
        long valueBytes,
        String value,
        List<Header> headers) {
    static LetterDetail of(LocatedLetter located) {
        DeadLetter letter = located.letter();
        return new LetterDetail(
                LetterLine.of(located),
                letter.getFailureClass().name(),
                Coordinates.text(letter.getSource()),
                letter.getStatementDigest(),
                Worker.of(letter.getWorker()),
                letter.getReplays(),
                letter.getHistory().stream().map(Tried::of).toList(),
                base64(letter.getKey()),
                letter.getValueSize(),
                base64(letter.getValue()),
                letter.getHeaders().stream().map(Header::of).toList());
    }

    /** Who gave the job up, or tried it. */
    record Worker(String instance, String build, String host) {
        static Worker of(WorkerIdentity worker) {
            return worker == null ? null : new Worker(worker.getInstance(), worker.getBuild(), worker.getHost());
        }
    }

    /**
     * One attempt at the job.
     *
     * @param phase what it did when it ended
     * @param startedAt ISO 8601
     */
    record Tried(int number, Worker worker, String device, String phase, String startedAt, String reasonCode) {
        static Tried of(Attempt attempt) {
            return new Tried(
                    attempt.getNumber(),
                    Worker.of(attempt.getWorker()),
                    attempt.getDevice(),
                    attempt.getPhase(),
                    attempt.getStartedAt().toString(),
                    attempt.getReasonCode());
        }
    }

    /** One header of the request's record. */
    record Header(String key, String value) {
        static Header of(RecordHeader header) {
            return new Header(header.getKey(), base64(header.getValue()));
        }
    }

    private static String base64(ByteBuffer bytes) {
        if (bytes == null) {
            return null;
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return Base64.getEncoder().encodeToString(copy);
    }
}
