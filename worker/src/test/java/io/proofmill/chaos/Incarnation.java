package io.proofmill.chaos;

import io.proofmill.schemas.WorkerIdentity;

/** One process of a worker: the next one under the same instance id starts later. */
record Incarnation(String instance, long startedAtMillis) {
    static Incarnation of(WorkerIdentity identity) {
        return new Incarnation(identity.getInstance(), identity.getStartedAt().toEpochMilli());
    }

    @Override
    public String toString() {
        return instance + "@" + startedAtMillis;
    }
}
