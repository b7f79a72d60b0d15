package io.proofmill.cli.worker;

import io.proofmill.queue.GroupView;
import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.QueueException;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.TopicReader;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.status.DeadLetterBoard;
import io.proofmill.status.FleetReport;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the brokers from time to time about what no worker knows by itself: who is in the group, and what lies in the dead letters. */
final class FleetWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetWatch.class);
    private static final Duration BETWEEN = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final String CLIENT = "proofmill-status";

    private final QueueSettings settings;
    private final SchemaRegistry registry;
    private final BooleanSupplier started;
    private final Clock clock;
    private final DeadLetterBoard letters = new DeadLetterBoard();
    private final Thread group;
    private final Thread deadLetters;
    private volatile boolean closed;
    private volatile FleetReport fleet = FleetReport.UNKNOWN;

    /** @param started whether the topics are there: a look at one that is not could create it */
    FleetWatch(QueueSettings settings, SchemaRegistry registry, BooleanSupplier started, Clock clock) {
        this.settings = settings;
        this.registry = registry;
        this.started = started;
        this.clock = clock;
        this.group = Thread.ofPlatform().daemon().name("fleet-watch").unstarted(() -> patiently(this::lookAtGroup));
        this.deadLetters =
                Thread.ofPlatform().daemon().name("dead-letter-watch").unstarted(() -> patiently(this::readLetters));
    }

    void start() {
        group.start();
        deadLetters.start();
    }

    FleetReport fleet() {
        return fleet;
    }

    DeadLetterBoard.Report letters() {
        return letters.report();
    }

    /** Something that ends by an exception only. */
    private interface Watch {
        void watch() throws InterruptedException;
    }

    /** Kafka's exceptions are not this room's to name: whatever the brokers do, the watch goes on. */
    private void patiently(Watch watch) {
        while (!closed) {
            try {
                if (started.getAsBoolean()) {
                    watch.watch();
                } else {
                    Thread.sleep(LOOK);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.debug("The fleet could not be looked at", e);
            }
        }
    }

    private void lookAtGroup() throws InterruptedException {
        try {
            fleet = FleetReport.of(GroupView.read(settings, CLIENT), clock.instant());
        } catch (QueueException e) {
            fleet = fleet.stale(e.getMessage());
        }
        Thread.sleep(BETWEEN);
    }

    private void readLetters() throws InterruptedException {
        letters.clear();
        try (TopicReader<DeadLetter> reader = TopicReader.deadLetters(settings, registry, CLIENT)) {
            while (!closed) {
                reader.poll(LOOK, (at, letter) -> letters.add(new LocatedLetter(at, letter)));
                letters.trouble("");
            }
        } catch (RuntimeException e) {
            letters.trouble("the dead letters cannot be read: " + e.getMessage());
            Thread.sleep(BETWEEN);
        }
    }

    @Override
    public void close() {
        closed = true;
        group.interrupt();
        try {
            // Not interrupted: a consumer that is cannot leave in order.
            deadLetters.join(LOOK.plus(LOOK));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
