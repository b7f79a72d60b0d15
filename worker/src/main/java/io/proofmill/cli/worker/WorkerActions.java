package io.proofmill.cli.worker;

import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueException;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.ReplayOverrides;
import io.proofmill.queue.Replayer;
import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.RecordCoordinates;
import io.proofmill.status.OperatorActions;
import java.io.IOException;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page's actions: this worker's pause and drain, the fleet's cancellations and replays. */
final class WorkerActions implements OperatorActions {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerActions.class);
    private static final String BY = "status page of ";

    private final Set<String> enabled;
    private final ProofQueue queue;
    private final QueueSettings settings;
    private final SchemaRegistry registry;
    private final boolean autoRegister;
    private final LetterDesk letters;

    WorkerActions(
            Set<String> enabled,
            ProofQueue queue,
            QueueSettings settings,
            SchemaRegistry registry,
            boolean autoRegister) {
        this.enabled = Set.copyOf(enabled);
        this.queue = queue;
        this.settings = settings;
        this.registry = registry;
        this.autoRegister = autoRegister;
        this.letters = new LetterDesk(settings, registry);
    }

    @Override
    public Set<String> enabled() {
        return enabled;
    }

    @Override
    public String perform(String action, String target) throws IOException {
        LOG.info("an operator asks on the status page: {} {}", action, target);
        return switch (action) {
            case "pause" -> {
                queue.pause();
                yield "no job is started until the worker is resumed; running ones go on";
            }
            case "resume" -> {
                queue.resume();
                yield "jobs are started again";
            }
            case "drain" -> {
                queue.drain();
                yield "the worker drains: running jobs end, then it leaves the group and stops";
            }
            case "cancel" -> cancel(target);
            case "replay" -> replay(target);
            default -> throw new IllegalArgumentException("there is no action " + action);
        };
    }

    private String cancel(String jobId) throws IOException {
        if (jobId.isEmpty()) {
            throw new IllegalArgumentException("a job id is needed");
        }
        try (RequestProducer producer = producer()) {
            await(producer.cancel(jobId, by(), ""));
        }
        return "asked all workers to cancel " + jobId;
    }

    private String replay(String id) throws IOException {
        LocatedLetter letter =
                letters.find(id).orElseThrow(() -> new IllegalArgumentException("there is no dead letter " + id));
        try (RequestProducer producer = producer()) {
            Replayer replayer =
                    new Replayer(producer, registry, autoRegister, settings.topics(), Clock.systemUTC(), by());
            RecordCoordinates at = await(replayer.replay(letter, ReplayOverrides.NONE));
            return "replayed to %s-%d offset %d".formatted(at.getTopic(), at.getPartition(), at.getOffset());
        } catch (QueueException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private RequestProducer producer() {
        return RequestProducer.open(settings, "proofmill-actions", registry, autoRegister);
    }

    private String by() {
        return BY + queue.status().worker().instance();
    }

    private static RecordCoordinates await(CompletionStage<RecordCoordinates> sent) throws IOException {
        try {
            return sent.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new IOException(
                    "the brokers did not take the record: " + e.getCause().getMessage(), e);
        }
    }
}
