package io.proofmill.queue;

/**
 * What is committed for a partition.
 *
 * @param offset lowest offset that is not done
 * @param metadata what is known beyond it, as {@link LedgerMetadata} writes it
 */
record CommitPoint(long offset, String metadata) {}
