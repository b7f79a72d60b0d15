/**
 * A Kafka broker and a schema registry in process, for the demo and the tests. Both are reached through their protocols, as the real ones are, so that no
 * other code knows the difference.
 *
 * <p>The broker logs much. A terminal stays clean with these loggers at WARN or above: {@code org.apache.kafka}, {@code kafka}, {@code state.change.logger},
 * {@code io.proofmill.queue.embedded}. {@code org.apache.kafka.controller.QuorumController} warns once at each first start of a log folder: ERROR.
 */
package io.proofmill.queue.embedded;
