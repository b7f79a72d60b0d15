package io.proofmill.queue;

import io.proofmill.queue.CommittedOffsets.Standing;
import io.proofmill.queue.registry.RegistryUnavailableException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out where newly assigned partitions stand and what is remembered of their job ids, for as long as it takes, and tells the poll thread. */
final class Restorer implements IntakeLoop.Restoring {
    private static final Logger LOG = LoggerFactory.getLogger(Restorer.class);
    private static final long TIMEOUT_SECONDS = 60;

    private final CommittedOffsets committedOffsets;
    private final MemoryLoader memories;
    private final Executor executor;
    private final Mailbox mailbox;
    private final Troubles troubles;
    private final Backoff backoff;
    private final Pauser pauser;

    Restorer(
            CommittedOffsets committedOffsets,
            MemoryLoader memories,
            Executor executor,
            Mailbox mailbox,
            Troubles troubles,
            Backoff backoff,
            Pauser pauser) {
        this.committedOffsets = committedOffsets;
        this.memories = memories;
        this.executor = executor;
        this.mailbox = mailbox;
        this.troubles = troubles;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    @Override
    public void restore(Collection<TopicPartition> partitions, Set<Integer> numbers, Consumer<Restored> then) {
        List<TopicPartition> wanted = List.copyOf(partitions);
        Set<Integer> unknown = Set.copyOf(numbers);
        executor.execute(() -> {
            try {
                Restored restored = patiently(wanted, unknown);
                mailbox.post(() -> then.accept(restored));
            } catch (InterruptedException e) {
                LOG.debug("The worker ended before {} were restored", wanted);
            }
        });
    }

    private Restored patiently(List<TopicPartition> partitions, Set<Integer> numbers) throws InterruptedException {
        String source = "restore of " + partitions;
        for (int failures = 1; ; failures++) {
            try {
                Map<TopicPartition, Standing> standings = committedOffsets
                        .standing(partitions)
                        .toCompletableFuture()
                        .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                Map<Integer, JobMemory> loaded = new HashMap<>();
                for (int number : numbers) {
                    loaded.put(number, memories.load(number));
                }
                troubles.end(source);
                return new Restored(standings, loaded);
            } catch (InterruptException e) {
                throw new InterruptedException();
            } catch (ExecutionException | TimeoutException | KafkaException | RegistryUnavailableException e) {
                String sentence = "committed offsets or the memory of job ids cannot be read: " + e;
                troubles.begin(source, Reason.BROKER_UNAVAILABLE.name(), sentence);
                LOG.warn("{}: {}", Reason.BROKER_UNAVAILABLE, sentence);
                pauser.pause(backoff.after(failures));
            }
        }
    }
}
