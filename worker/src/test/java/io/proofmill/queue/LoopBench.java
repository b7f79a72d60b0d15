package io.proofmill.queue;

import io.proofmill.queue.OutcomePublisher.Verdict;
import io.proofmill.schemas.Attempt;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * One worker's poll thread on a scripted consumer: the real loop, flow, preparation and records, with everything on the test's thread. Answers of the brokers are given at once, or held until the test
 * lets them go.
 */
final class LoopBench {
    private static final long TURN_NANOS = 10_000_000;

    final FakeCluster cluster;
    final JobHandler prover;
    final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    final FixedRegistry registry = new FixedRegistry();
    final Troubles troubles = new Troubles(Clock.systemUTC());
    final Mailbox mailbox = new Mailbox();
    final IntakeHold hold;
    final JobFlow flow;
    final IntakeLoop loop;
    /** Answers of the brokers that the test holds back. */
    final Deque<Runnable> held = new ArrayDeque<>();

    /** A dead worker tells nobody what it was at. */
    boolean killed;

    boolean holdPublications;
    boolean holdRestores;
    /** May turn what the cluster says of a publication into something else. */
    UnaryOperator<Verdict> verdicts = verdict -> verdict;

    /** May end a publication before it reaches the cluster. */
    Function<Publication, Optional<Verdict>> refusals = publication -> Optional.empty();

    private long nanos;
    Instant now = Instant.now();

    LoopBench(FakeCluster cluster, String instance, JobHandler prover) {
        this(cluster, instance, prover, UnaryOperator.identity());
    }

    LoopBench(FakeCluster cluster, String instance, JobHandler prover, UnaryOperator<QueueSettings> change) {
        this.cluster = cluster;
        this.prover = prover;
        QueueSettings settings = change.apply(QueueSettings.defaults("none:1", "group")
                .withMembership(new QueueSettings.Membership(
                        GroupProtocol.CONSUMER, false, Duration.ZERO, Duration.ZERO, Duration.ofMillis(50)))
                .withRetry(new QueueSettings.Retry(3, 2, Duration.ofMillis(2), Duration.ofMillis(4))));
        WorkerId worker = new WorkerId(instance, "test", "localhost", Instant.EPOCH);
        Backoff backoff = new Backoff(Duration.ofMillis(2), Duration.ofMillis(4), new Random(1));
        RecordCodec codec = new RecordCodec(registry, true);
        Clock clock = new SteppedClock(() -> now);
        this.hold = new IntakeHold(troubles, backoff, this::nanoTime);
        ResultStore results = new ResultStore(
                settings.results(), new S3Store(settings.payloads().objectStore()), troubles, backoff, wait -> {});
        this.flow = new JobFlow(
                new HandlerCalls(prover, results, Runnable::run, mailbox),
                (partition, entry, jobId, then) -> mailbox.post(() -> then.accept(Optional.empty())),
                (jobId, attempts, then) -> mailbox.post(() -> then.accept(attempts)),
                new Preparation(
                        new RequestDecoder(codec, settings.topics()),
                        new PayloadResolver(settings.payloads()),
                        Runnable::run,
                        Runnable::run,
                        mailbox,
                        troubles,
                        backoff,
                        wait -> registry.setAway(false)),
                new OutcomeRecords(settings.topics(), worker, clock),
                new FailurePolicy(
                        new Backoff(
                                settings.retry().firstDelay(), settings.retry().maxDelay(), new Random(2)),
                        settings.retry().deaths()),
                new EventDesk(settings.topics().events(), worker, clock, this::nanoTime, event -> {}),
                hold,
                this::tellAll,
                settings,
                clock);
        this.loop = new IntakeLoop(consumer, flow, this::publish, this::restore, mailbox, settings, this::nanoTime);
        loop.subscribe();
        cluster.join(this);
    }

    private void tellAll(String jobId, Attempt attempt) {
        if (!killed) {
            cluster.tell(bench -> bench.mailbox.post(() -> bench.flow.survived(jobId, attempt)));
        }
    }

    /** Time passes by being looked at: a wait inside the loop ends without waiting. */
    private long nanoTime() {
        nanos += TURN_NANOS;
        return nanos;
    }

    /** Lets time pass for whoever measures how long something takes. */
    void pass(Duration time) {
        nanos += time.toNanos();
    }

    /** Nanoseconds that have passed; looking here takes none. */
    long nanos() {
        return nanos;
    }

    private void publish(Publication publication, Consumer<Verdict> then) {
        Runnable answer = () -> {
            Verdict verdict =
                    refusals.apply(publication).orElseGet(() -> verdicts.apply(cluster.publish(this, publication)));
            mailbox.post(() -> then.accept(verdict));
        };
        later(answer, holdPublications);
    }

    private void restore(Collection<TopicPartition> partitions, Set<Integer> numbers, Consumer<Restored> then) {
        List<TopicPartition> wanted = List.copyOf(partitions);
        Set<Integer> unknown = Set.copyOf(numbers);
        later(
                () -> {
                    Restored restored = cluster.restore(wanted, unknown);
                    mailbox.post(() -> then.accept(restored));
                },
                holdRestores);
    }

    private void later(Runnable answer, boolean hold) {
        if (hold) {
            held.addLast(answer);
        } else {
            answer.run();
        }
    }

    /** Lets everything go that was held back. */
    void letGo() {
        while (!held.isEmpty()) {
            held.removeFirst().run();
        }
    }

    /** The group gives the worker these partition numbers and no others. */
    void assign(Set<Integer> numbers) {
        List<TopicPartition> partitions = cluster.partitions().stream()
                .filter(name -> numbers.contains(name.partition()))
                .toList();
        consumer.updateBeginningOffsets(cluster.partitions().stream().collect(Collectors.toMap(p -> p, p -> 0L)));
        Set<TopicPartition> gone = new HashSet<>(consumer.assignment());
        partitions.forEach(gone::remove);
        consumer.rebalance(
                partitions.stream().filter(consumer.assignment()::contains).toList());
        gone.forEach(name -> cluster.owners.remove(name, this));
        partitions.forEach(name -> cluster.owners.put(name, this));
        consumer.rebalance(partitions);
    }

    /** The group goes on without the worker; it hears of it too late. */
    void lose() {
        Set<TopicPartition> lost = Set.copyOf(consumer.assignment());
        lost.forEach(name -> cluster.owners.remove(name, this));
        consumer.losePartitions(lost);
    }

    /** What holds a partition up, for a failure's message. */
    String describe(TopicPartition name) {
        return loop.partitions().stream()
                .filter(partition -> partition.name.equals(name))
                .map(partition -> "%s, %s, paused %b, position %d, %s"
                        .formatted(
                                partition.state,
                                partition.ledger() == null
                                        ? "no ledger"
                                        : partition.ledger().commitPoint(),
                                consumer.paused().contains(name),
                                consumer.position(name),
                                partition.tickets.stream()
                                        .map(ticket -> ticket.offset() + " " + ticket.stage)
                                        .toList()))
                .toList()
                .toString();
    }

    /** One turn of the poll thread, with whatever the logs hold for it. */
    void turn() {
        now = now.plusMillis(10);
        for (TopicPartition name : consumer.assignment()) {
            if (!consumer.paused().contains(name)) {
                long position = consumer.position(name);
                for (ConsumerRecord<byte[], byte[]> record : cluster.log(name)) {
                    if (record.offset() >= position) {
                        consumer.addRecord(record);
                    }
                }
            }
        }
        try {
            loop.step(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void turns(int count) {
        for (int i = 0; i < count; i++) {
            turn();
        }
    }

    /** A clock that stands until the test moves it. */
    private static final class SteppedClock extends Clock {
        private final Supplier<Instant> source;

        private SteppedClock(Supplier<Instant> source) {
            this.source = source;
        }

        @Override
        public Instant instant() {
            return source.get();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
