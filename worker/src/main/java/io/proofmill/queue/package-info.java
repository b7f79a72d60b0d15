/**
 * Kafka: intake, offset ledger, exactly-once publishing, retries, dead letters, replay. The only room that imports Kafka; it never sees a curve.
 *
 * <p>{@link io.proofmill.queue.ProofQueue} is the door: it hands decoded jobs to a {@link io.proofmill.queue.JobHandler} and publishes what comes back.
 */
package io.proofmill.queue;
