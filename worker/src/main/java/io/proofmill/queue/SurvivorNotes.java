package io.proofmill.queue;

import io.proofmill.queue.registry.RegistryRefusedException;
import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.ControlAction;
import io.proofmill.schemas.ControlCommand;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells all workers of attempts that were cut off from the group and that this worker survived: see {@link Survivals}. Off the poll thread; each note is sent until it has arrived. */
final class SurvivorNotes implements JobFlow.Notes {
    private static final Logger LOG = LoggerFactory.getLogger(SurvivorNotes.class);

    private final Producer<byte[], byte[]> producer;
    private final RecordCodec codec;
    private final String topic;
    private final WorkerId worker;
    private final Executor executor;
    private final Clock clock;
    private final Backoff backoff;
    private final Pauser pauser;
    private CompletableFuture<Void> delivered = CompletableFuture.completedFuture(null);

    /** @param producer an idempotent one, shared with others */
    SurvivorNotes(
            Producer<byte[], byte[]> producer,
            RecordCodec codec,
            String topic,
            WorkerId worker,
            Executor executor,
            Clock clock,
            Backoff backoff,
            Pauser pauser) {
        this.producer = producer;
        this.codec = codec;
        this.topic = topic;
        this.worker = worker;
        this.executor = executor;
        this.clock = clock;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    /** Learns the notes' schema now: when a note is due, the registry may be as far away as the group. */
    void prepare() {
        Outgoing example = Outgoing.byKey(topic, Outgoing.keyOf(""), note("", null));
        executor.execute(() -> insist("The schema of survivors' notes is not known", () -> example.encoded(codec)));
    }

    @Override
    public void survived(String jobId, Attempt attempt) {
        Outgoing note = Outgoing.byKey(topic, Outgoing.keyOf(jobId), note(jobId, attempt));
        try {
            addToDelivered(CompletableFuture.runAsync(
                    () -> insist(
                            "A survivor's note was not delivered",
                            () -> producer.send(note.encoded(codec)).get()),
                    executor));
        } catch (RejectedExecutionException e) {
            LOG.debug("No note of job {} is sent after the end", jobId, e);
        }
    }

    private ControlCommand note(String jobId, Attempt attempt) {
        return ControlCommand.newBuilder()
                .setCommandId(UUID.randomUUID().toString())
                .setAction(ControlAction.SURVIVED)
                .setJobId(jobId)
                .setRequestedBy(worker.instance())
                .setRequestedAt(clock.instant())
                .setReason("the group went on without the worker, which lives")
                .setAttempt(attempt)
                .build();
    }

    private synchronized void addToDelivered(CompletableFuture<Void> delivery) {
        delivered = CompletableFuture.allOf(delivered, delivery);
    }

    private synchronized CompletableFuture<Void> delivered() {
        return delivered;
    }

    /** Waits until what was said up to now has arrived, for so long at most. */
    void await(Duration limit) throws InterruptedException {
        try {
            delivered().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Not every survivor's note is delivered: a job may be counted as what killed this worker", e);
        }
    }

    /** What needs broker or registry, and is tried until it succeeds. */
    private interface Step {
        void run() throws InterruptedException, ExecutionException;
    }

    private void insist(String complaint, Step step) {
        try {
            for (int failures = 1; ; failures++) {
                try {
                    step.run();
                    return;
                } catch (InterruptException e) {
                    return;
                } catch (RegistryUnavailableException
                        | RegistryRefusedException
                        | KafkaException
                        | ExecutionException e) {
                    LOG.warn("{} ({}); trying again", complaint, e.toString());
                }
                pauser.pause(backoff.after(failures));
            }
        } catch (InterruptedException e) {
            LOG.debug("The worker ended before a survivor's note was delivered");
        }
    }
}
