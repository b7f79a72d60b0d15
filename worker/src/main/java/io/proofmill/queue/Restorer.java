package io.proofmill.queue;

import io.proofmill.queue.CommittedOffsets.Standing;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out where newly assigned partitions stand, for as long as it takes, and tells the poll thread. */
final class Restorer implements IntakeLoop.Restoring {
    private static final Logger LOG = LoggerFactory.getLogger(Restorer.class);
    private static final long TIMEOUT_SECONDS = 60;

    private final CommittedOffsets committedOffsets;
    private final Executor executor;
    private final Mailbox mailbox;
    private final Troubles troubles;
    private final Backoff backoff;
    private final Pauser pauser;

    Restorer(
            CommittedOffsets committedOffsets,
            Executor executor,
            Mailbox mailbox,
            Troubles troubles,
            Backoff backoff,
            Pauser pauser) {
        this.committedOffsets = committedOffsets;
        this.executor = executor;
        this.mailbox = mailbox;
        this.troubles = troubles;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    @Override
    public void restore(Collection<TopicPartition> partitions, Consumer<Map<TopicPartition, Standing>> then) {
        List<TopicPartition> wanted = List.copyOf(partitions);
        executor.execute(() -> {
            try {
                Map<TopicPartition, Standing> standings = patiently(wanted);
                mailbox.post(() -> then.accept(standings));
            } catch (InterruptedException e) {
                LOG.debug("The worker ended before {} were restored", wanted);
            }
        });
    }

    private Map<TopicPartition, Standing> patiently(List<TopicPartition> partitions) throws InterruptedException {
        String source = "restore of " + partitions;
        for (int failures = 1; ; failures++) {
            try {
                Map<TopicPartition, Standing> standings = committedOffsets
                        .standing(partitions)
                        .toCompletableFuture()
                        .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                troubles.end(source);
                return standings;
            } catch (ExecutionException | TimeoutException e) {
                String sentence = "the committed offsets cannot be read: " + e;
                troubles.begin(source, Reason.BROKER_UNAVAILABLE.name(), sentence);
                LOG.warn("{}: {}", Reason.BROKER_UNAVAILABLE, sentence);
                pauser.pause(backoff.after(failures));
            }
        }
    }
}
