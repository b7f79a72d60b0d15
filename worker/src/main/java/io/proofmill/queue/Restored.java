package io.proofmill.queue;

import io.proofmill.queue.CommittedOffsets.Standing;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What is known of newly assigned partitions.
 *
 * @param standings where each stands
 * @param memories what is remembered of the job ids of each partition number that was asked for
 */
record Restored(Map<TopicPartition, Standing> standings, Map<Integer, JobMemory> memories) {}
