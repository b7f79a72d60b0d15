package io.proofmill.queue;

import io.proofmill.schemas.WorkerIdentity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Which process speaks. It stands in each event, result and dead letter.
 *
 * @param instance unique among the workers of a group; also the tail of the transactional id, so a restarted worker that keeps its instance id ends the transaction of its predecessor at once
 * @param build commit, with a mark when the tree was dirty
 * @param host host name
 * @param startedAt when the process started
 */
public record WorkerId(String instance, String build, String host, Instant startedAt) {
    public WorkerId {
        startedAt = startedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    WorkerIdentity toRecord() {
        return WorkerIdentity.newBuilder()
                .setInstance(instance)
                .setBuild(build)
                .setHost(host)
                .setStartedAt(startedAt)
                .build();
    }
}
