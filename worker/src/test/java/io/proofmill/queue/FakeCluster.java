package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.CommittedOffsets.Standing;
import io.proofmill.queue.OutcomePublisher.Verdict;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.DelayedJob;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Brokers in the test's own memory: logs, commits and owners of partitions. A publication is taken when its sender owns every partition in it, as the group's generation would have it, and each commit
 * is held to the rules: never backwards, never beyond the end, never past a record without its outcome.
 */
final class FakeCluster {
    static final TopicNames TOPICS = TopicNames.DEFAULT;

    final RecordCodec codec = new RecordCodec(new FixedRegistry(), true);
    final Map<TopicPartition, LoopBench> owners = new HashMap<>();
    final Map<TopicPartition, CommitPoint> committed = new HashMap<>();
    final List<SpecificRecord> published = new ArrayList<>();
    private final List<LoopBench> workers = new ArrayList<>();
    private final List<Consumer<LoopBench>> control = new ArrayList<>();
    private final Map<String, List<ConsumerRecord<byte[], byte[]>>> logs = new TreeMap<>();
    private final Map<Integer, List<JobRecord>> jobs = new HashMap<>();
    private final int numbers;

    /** @param numbers partitions of each topic */
    FakeCluster(int numbers) {
        this.numbers = numbers;
    }

    /** A worker reads the control topic from its start. */
    void join(LoopBench worker) {
        workers.add(worker);
        control.forEach(word -> word.accept(worker));
    }

    /** Says something to all workers, those to come included. */
    void tell(Consumer<LoopBench> word) {
        control.add(word);
        workers.forEach(word);
    }

    /** All partitions that workers consume. */
    List<TopicPartition> partitions() {
        List<TopicPartition> partitions = new ArrayList<>();
        TOPICS.consumed().forEach(topic -> partitions.addAll(partitionsOf(topic)));
        return partitions;
    }

    private List<TopicPartition> partitionsOf(String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int number = 0; number < numbers; number++) {
            partitions.add(new TopicPartition(topic, number));
        }
        return partitions;
    }

    void submit(int number, ProofRequest request) {
        append(TOPICS.requests(), number, codec.encode(TOPICS.requests(), request));
    }

    void append(String topic, int number, byte[] value) {
        List<ConsumerRecord<byte[], byte[]>> log = log(new TopicPartition(topic, number));
        log.add(new ConsumerRecord<>(topic, number, log.size(), new byte[0], value));
    }

    List<ConsumerRecord<byte[], byte[]>> log(TopicPartition partition) {
        return logs.computeIfAbsent(partition.toString(), ignored -> new ArrayList<>());
    }

    long end(TopicPartition partition) {
        return log(partition).size();
    }

    long committed(TopicPartition partition) {
        return committed.containsKey(partition) ? committed.get(partition).offset() : 0;
    }

    Verdict publish(LoopBench sender, Publication publication) {
        if (publication.offsets().keySet().stream().anyMatch(name -> owners.get(name) != sender)) {
            return Verdict.ABORTED;
        }
        publication.records().forEach(this::take);
        publication.offsets().forEach(this::commit);
        return Verdict.COMMITTED;
    }

    private void take(Outgoing record) {
        published.add(record.value());
        if (record.value() instanceof DelayedJob delayed) {
            append(TOPICS.retries(), record.partition().orElseThrow(), codec.encode(TOPICS.retries(), delayed));
        } else if (record.value() instanceof JobRecord job) {
            jobs.computeIfAbsent(record.partition().orElseThrow(), ignored -> new ArrayList<>())
                    .add(job);
        }
    }

    private void commit(TopicPartition name, CommitPoint point) {
        assertThat(point.offset())
                .as("commit of %s", name)
                .isGreaterThanOrEqualTo(committed(name))
                .isLessThanOrEqualTo(end(name));
        committed.put(name, point);
    }

    Restored restore(Collection<TopicPartition> partitions, Set<Integer> wanted) {
        Map<TopicPartition, Standing> standings = new HashMap<>();
        partitions.forEach(name -> standings.put(name, new Standing(committed.get(name), 0, end(name))));
        Map<Integer, JobMemory> memories = new HashMap<>();
        for (int number : wanted) {
            JobMemory memory = new JobMemory(Duration.ofDays(7), InstantSource.fixed(Instant.now()));
            jobs.getOrDefault(number, List.of()).forEach(memory::remember);
            memories.put(number, memory);
        }
        return new Restored(standings, memories);
    }

    /** Job ids with a result, one entry for each result. */
    List<String> proved() {
        return published.stream()
                .filter(ProofResult.class::isInstance)
                .map(record -> ((ProofResult) record).getJobId())
                .toList();
    }

    List<DeadLetter> letters() {
        return published.stream()
                .filter(DeadLetter.class::isInstance)
                .map(DeadLetter.class::cast)
                .toList();
    }

    /** True when nothing in any partition is left to be done. */
    boolean isDone() {
        return partitions().stream().allMatch(name -> committed(name) == end(name));
    }
}
