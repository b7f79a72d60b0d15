package io.proofmill.queue;

import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.RecordCoordinates;

/** A dead letter and where it stands. */
public record LocatedLetter(RecordCoordinates at, DeadLetter letter) {
    /** Name of the letter on the command line: {@code partition:offset}. */
    public String id() {
        return at.getPartition() + ":" + at.getOffset();
    }
}
