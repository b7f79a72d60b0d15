package io.proofmill.engine;

/**
 * How long a stage of a task took.
 *
 * @param stage for example {@code synthesis}, {@code proving.ntt}, {@code check}
 * @param nanos by the monotonic clock
 */
public record StageTime(String stage, long nanos) {}
