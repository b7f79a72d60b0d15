package io.proofmill.queue;

import io.proofmill.queue.QueueStatus.State;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.Attempt;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker's side of the queue: takes requests, hands jobs to a {@link JobHandler}, publishes what becomes of them exactly once.
 *
 * <p>It starts at once and waits for brokers and registry as long as it takes; {@link #status} says what for. It ends by {@link #drain}, by {@link #stopNow}, or by a failure that waiting does not
 * mend, and {@link #ended} says how.
 */
public final class ProofQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProofQueue.class);
    private static final Duration TURN = Duration.ofMillis(100);
    /** How old {@link #status} may be. It asks the consumer for the lag of each partition, and each answer comes from the consumer's own thread: asked at every turn, that would hold up every job. */
    private static final Duration STATUS_AGE = Duration.ofMillis(200);

    private static final Duration LAST_COMMIT = Duration.ofSeconds(30);
    private static final Duration LEAVING = Duration.ofSeconds(10);
    /** How long the end waits for the word that this worker does not die of its jobs. */
    private static final Duration LAST_WORD = Duration.ofSeconds(2);

    /** How the queue ended. */
    public enum End {
        /** All running jobs had their outcome published. */
        FINISHED,
        /** Some jobs were handed back within the drain budget's end. */
        HANDED_BACK,
        /** Ended at once: running jobs are taken up by others when the session is over. */
        CUT
    }

    private final QueueSettings settings;
    private final WorkerId worker;
    private final Clock clock;
    private final RecordCodec codec;
    private final ClientSettings clients;
    private final JobHandler handler;
    private final QueueListener listener;
    private final Mailbox mailbox = new Mailbox();
    private final Troubles troubles;
    private final IntakeHold hold;
    private final Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(30), new Random());
    private final ExecutorService backgroundThreads = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService decodingThread = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("proofmill-decode").factory());
    private final ExecutorService publishingThread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("proofmill-publish").factory());
    private final Executor background = new LoudExecutor(backgroundThreads, this::failedElsewhere);
    private final Executor decoding = new LoudExecutor(decodingThread, this::failedElsewhere);
    private final Executor publishing = new LoudExecutor(publishingThread, this::failedElsewhere);
    private final AtomicReference<Throwable> failureElsewhere = new AtomicReference<>();
    private final CompletableFuture<End> ended = new CompletableFuture<>();
    private final Thread pollThread;
    private volatile QueueStatus status;
    private long statusNanos;
    private volatile boolean draining;
    private volatile Runnable stopIntake = () -> {};
    private volatile boolean cut;

    private ProofQueue(
            QueueSettings settings,
            WorkerId worker,
            SchemaRegistry registry,
            boolean autoRegister,
            JobHandler handler,
            QueueListener listener,
            Clock clock) {
        this.settings = settings;
        this.worker = worker;
        this.clock = clock;
        this.codec = new RecordCodec(registry, autoRegister);
        this.clients = ClientSettings.ofWorker(settings, worker);
        this.handler = handler;
        this.listener = listener;
        this.troubles = new Troubles(clock);
        this.hold = new IntakeHold(troubles, backoff, System::nanoTime);
        this.status = StatusBoard.blank(State.STARTING, worker, clock.instant());
        this.pollThread = Thread.ofPlatform().name("proofmill-poll").unstarted(this::run);
    }

    /**
     * Starts a worker's queue.
     *
     * @param registry where schemas are; a caching one
     * @param autoRegister whether schemas may be registered at their first use
     * @throws QueueException USAGE, when a setting would break a guarantee
     */
    public static ProofQueue start(
            QueueSettings settings,
            WorkerId worker,
            SchemaRegistry registry,
            boolean autoRegister,
            JobHandler handler,
            Clock clock) {
        return start(settings, worker, registry, autoRegister, handler, QueueListener.NONE, clock);
    }

    /** The same with somebody who hears what the queue does. */
    public static ProofQueue start(
            QueueSettings settings,
            WorkerId worker,
            SchemaRegistry registry,
            boolean autoRegister,
            JobHandler handler,
            QueueListener listener,
            Clock clock) {
        ProofQueue queue = new ProofQueue(settings, worker, registry, autoRegister, handler, listener, clock);
        queue.pollThread.start();
        return queue;
    }

    /** The queue as it was a moment ago. */
    public QueueStatus status() {
        return status;
    }

    /** Starts no job until {@link #resume}; running ones go on, and the group membership stays. */
    public void pause() {
        hold.pause(true);
    }

    public void resume() {
        hold.pause(false);
    }

    /** Takes no more jobs, lets running ones end within the drain budget, hands back the others, and leaves the group after the last commit. */
    public CompletionStage<End> drain() {
        draining = true;
        // Ahead of what comes back from now on: the room of a job that ends now is given to no other.
        mailbox.post(() -> stopIntake.run());
        return ended();
    }

    /** Ends at once, without a last commit. */
    public CompletionStage<End> stopNow() {
        cut = true;
        draining = true;
        pollThread.interrupt();
        return ended();
    }

    /** Completes when the queue has ended; exceptionally with a {@link QueueException} when it failed. */
    public CompletionStage<End> ended() {
        return ended.minimalCompletionStage();
    }

    /** Drains and waits for the end. */
    @Override
    public void close() {
        drain();
        try {
            ended.get();
        } catch (InterruptedException e) {
            stopNow();
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.debug("The queue had failed before it was closed", e);
        }
    }

    private void run() {
        try (Admin admin = Admin.create(clients.admin())) {
            prepareTopics(admin);
            ended.complete(runWith(admin));
        } catch (InterruptedException e) {
            ended.complete(
                    cut ? End.CUT : End.FINISHED); // told to end before the brokers had answered: nothing was taken
        } catch (QueueException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            LOG.error("The queue ended by a bug", e);
            fail(new QueueException(Reason.INTERNAL.name(), "the queue ended by a bug: " + e, e));
        } finally {
            backgroundThreads.shutdownNow();
            decodingThread.shutdownNow();
            publishingThread.shutdownNow();
        }
    }

    /** A task off the poll thread has ended by a bug; the poll thread ends the queue by it. */
    private void failedElsewhere(Throwable failure) {
        failureElsewhere.compareAndSet(null, failure);
        mailbox.post(() -> LOG.debug("Woken by a failure elsewhere"));
    }

    private void fail(QueueException e) {
        status = StatusBoard.blank(State.FAILED, worker, clock.instant());
        ended.completeExceptionally(e);
    }

    private void prepareTopics(Admin admin) throws InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                new TopicPlan(settings).ensure(admin);
                troubles.end("topics");
                return;
            } catch (QueueException e) {
                if (!Reason.BROKER_UNAVAILABLE.name().equals(e.reasonCode())) {
                    throw e;
                }
                troubles.begin("topics", e.reasonCode(), e.getMessage());
                LOG.warn("{}: {}", e.reasonCode(), e.getMessage());
                if (draining) {
                    throw new InterruptedException();
                }
                Pauser.SLEEP.pause(backoff.after(failures));
            }
        }
    }

    /** On a machine that is short of time the consumer's own thread may not be ready soon enough; that is no fault of a setting, and it is tried again. */
    private Consumer<byte[], byte[]> openConsumer(Map<String, Object> properties) throws InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                return new KafkaConsumer<>(properties);
            } catch (KafkaException e) {
                if (!(e.getCause() instanceof TimeoutException)) {
                    throw e;
                }
                if (draining) {
                    throw new InterruptedException();
                }
                LOG.warn(
                        "The consumer could not be started ({}); trying again",
                        e.getCause().toString());
                Pauser.SLEEP.pause(backoff.after(failures));
            }
        }
    }

    private End runWith(Admin admin) throws InterruptedException {
        CommittedOffsets offsets = AdminCommittedOffsets.stable(admin, settings.group());
        OutcomePublisher publisher = new OutcomePublisher(
                () -> new KafkaProducer<>(clients.transactionalProducer()),
                offsets,
                codec,
                troubles,
                backoff,
                Pauser.SLEEP);
        Producer<byte[], byte[]> news = new KafkaProducer<>(clients.idempotentProducer("events"));
        try (EventStream events = new EventStream(news, codec)) {
            PartitionReader reader = new PartitionReader(() -> new KafkaConsumer<>(clients.reader("memory")), admin);
            MemoryLoader memories =
                    new MemoryLoader(reader, codec, settings.topics().jobs(), settings.retention(), clock);
            SurvivorNotes notes = notes(news);
            notes.prepare();
            JobFlow flow = flow(events, memories, reader, notes);
            Consumer<byte[], byte[]> consumer = openConsumer(clients.consumer(flow::busyNumbers));
            IntakeLoop loop = new IntakeLoop(
                    consumer,
                    flow,
                    (publication, then) -> publish(publisher, publication, then),
                    new Restorer(offsets, memories, background, mailbox, troubles, backoff, Pauser.SLEEP),
                    mailbox,
                    settings,
                    System::nanoTime);
            try {
                loop.tell(listener);
                publish(publisher);
                background.execute(control(flow));
                End end = turn(loop, new StatusBoard(loop, flow, troubles, hold, worker, clock));
                sayWhatIsLeft(loop, notes);
                return end;
            } catch (InterruptedException | InterruptException e) {
                Thread.interrupted(); // the last word is waited for all the same, for a moment
                sayWhatIsLeft(loop, notes);
                throw new InterruptedException(e.getMessage());
            } finally {
                leave(consumer);
                publishingThread.shutdownNow();
                publishingThread.awaitTermination(LEAVING.toSeconds(), TimeUnit.SECONDS);
                publisher.close();
            }
        }
    }

    private ControlListener control(JobFlow flow) {
        return new ControlListener(
                () -> new KafkaConsumer<>(clients.reader("control")),
                codec,
                settings.topics().control(),
                new ControlListener.Recipient() {
                    @Override
                    public void cancel(String jobId, Instant at, String sentence) {
                        mailbox.post(() -> flow.cancel(jobId, at, sentence));
                    }

                    @Override
                    public void survived(String jobId, Attempt attempt) {
                        mailbox.post(() -> flow.survived(jobId, attempt));
                    }
                },
                backoff,
                Pauser.SLEEP);
    }

    private SurvivorNotes notes(Producer<byte[], byte[]> producer) {
        return new SurvivorNotes(
                producer, codec, settings.topics().control(), worker, background, clock, backoff, Pauser.SLEEP);
    }

    private JobFlow flow(EventStream events, MemoryLoader memories, PartitionReader reader, SurvivorNotes notes) {
        Preparation preparation = new Preparation(
                new RequestDecoder(codec, settings.topics()),
                new PayloadResolver(settings.payloads()),
                decoding,
                background,
                mailbox,
                troubles,
                backoff,
                Pauser.SLEEP);
        preparation.tell(listener);
        QueueSettings.Retry retry = settings.retry();
        JobFlow flow = new JobFlow(
                new HandlerCalls(
                        handler,
                        new ResultStore(
                                settings.results(),
                                new S3Store(settings.payloads().objectStore()),
                                troubles,
                                backoff,
                                Pauser.SLEEP),
                        background,
                        mailbox),
                new ResultRecall(memories, background, mailbox, backoff, Pauser.SLEEP),
                new DeathInquest(reader, codec, settings.topics().events(), background, mailbox, backoff, Pauser.SLEEP),
                preparation,
                new OutcomeRecords(settings.topics(), worker, clock),
                new FailurePolicy(new Backoff(retry.firstDelay(), retry.maxDelay(), new Random()), retry.deaths()),
                new EventDesk(settings.topics().events(), worker, clock, System::nanoTime, events::send),
                hold,
                notes,
                settings,
                clock);
        flow.tell(listener);
        return flow;
    }

    /** Opens the publisher early, so that what an earlier process left open is ended before the first job. */
    private void publish(OutcomePublisher publisher) {
        publishing.execute(() -> {
            try {
                publisher.open();
            } catch (InterruptedException e) {
                LOG.debug("Ended before the transaction coordinator answered");
            }
        });
    }

    private void publish(
            OutcomePublisher publisher,
            Publication publication,
            java.util.function.Consumer<OutcomePublisher.Verdict> then) {
        try {
            publishing.execute(() -> {
                try {
                    long start = System.nanoTime();
                    OutcomePublisher.Verdict verdict = publisher.publish(publication);
                    listener.transactionEnded(
                            QueueListener.TransactionEnd.valueOf(verdict.name()),
                            Duration.ofNanos(System.nanoTime() - start));
                    mailbox.post(() -> then.accept(verdict));
                } catch (InterruptedException e) {
                    LOG.debug("Ended before a publication was through; nothing of it is committed");
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("Nothing is published after the end", e);
        }
    }

    private End turn(IntakeLoop loop, StatusBoard board) throws InterruptedException {
        loop.subscribe();
        stopIntake = loop::close;
        int failures = 0;
        while (!draining) {
            failures = turnOnce(loop, failures);
            show(board, State.RUNNING);
        }
        loop.close();
        boolean finished = turnUntilQuiet(loop, board, settings.membership().drainBudget());
        if (!finished) {
            loop.handOverAll();
            turnUntilQuiet(loop, board, settings.membership().cancelGrace());
            loop.abandonAll();
            turnUntilQuiet(loop, board, LAST_COMMIT);
        }
        status = board.read(State.STOPPED);
        return cut ? End.CUT : finished ? End.FINISHED : End.HANDED_BACK;
    }

    private boolean turnUntilQuiet(IntakeLoop loop, StatusBoard board, Duration budget) throws InterruptedException {
        long deadline = System.nanoTime() + budget.toNanos();
        int failures = 0;
        while (!loop.isQuiet() && !cut && deadline - System.nanoTime() > 0) {
            failures = turnOnce(loop, failures);
            show(board, State.DRAINING);
        }
        return loop.isQuiet();
    }

    private void show(StatusBoard board, State state) {
        long now = System.nanoTime();
        if (status.state() != state || now - statusNanos >= STATUS_AGE.toNanos()) {
            statusNanos = now;
            status = board.read(state);
        }
    }

    /** @return how many turns in a row have failed */
    private int turnOnce(IntakeLoop loop, int failures) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (failureElsewhere.get() != null) {
            throw new IllegalStateException("a task off the poll thread failed", failureElsewhere.get());
        }
        try {
            loop.step(TURN);
            troubles.end("consumer");
            return 0;
        } catch (InterruptException e) {
            throw new InterruptedException();
        } catch (FencedInstanceIdException | UnreleasedInstanceIdException | InvalidConfigurationException e) {
            throw new QueueException(
                    Reason.USAGE.name(), "the brokers refuse this worker's consumer: " + e.getMessage(), e);
        } catch (KafkaException e) {
            troubles.begin("consumer", Reason.BROKER_UNAVAILABLE.name(), e.toString());
            LOG.warn("The consumer failed ({}); going on", e.toString());
            Pauser.SLEEP.pause(backoff.after(failures + 1));
            return failures + 1;
        }
    }

    /** Starts that no outcome has followed, and none will: this worker ends as it was told to, not by these jobs. One that ends by a bug says nothing, since the bug may be a job's doing. */
    private static void sayWhatIsLeft(IntakeLoop loop, SurvivorNotes notes) throws InterruptedException {
        loop.dropAll();
        notes.await(LAST_WORD);
    }

    private void leave(Consumer<byte[], byte[]> consumer) {
        Thread.interrupted();
        try {
            consumer.close(CloseOptions.timeout(cut ? Duration.ZERO : LEAVING));
        } catch (KafkaException e) {
            LOG.warn("The consumer did not leave in order: {}", e.toString());
        }
    }
}
