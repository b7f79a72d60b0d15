package io.proofmill.cli.worker;

import io.proofmill.queue.QueueStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * Tells the service manager how the worker is: what it waits for, once that it is ready, and, where the manager watches, signs of life for as long as the poll thread turns.
 */
final class Heartbeat implements Runnable, AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ServiceManager manager;
    private final Supplier<QueueStatus> status;
    private final InstantSource clock;
    private final Duration between;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("service-manager").unstarted(this);
    private boolean ready;
    private String said = "";

    Heartbeat(ServiceManager manager, Supplier<QueueStatus> status, InstantSource clock) {
        this.manager = manager;
        this.status = status;
        this.clock = clock;
        this.between = manager.watchdog()
                .map(limit -> limit.dividedBy(3))
                .filter(third -> third.compareTo(LOOK) < 0)
                .orElse(LOOK);
    }

    void start() {
        if (manager.listens()) {
            thread.start();
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                beat();
                Thread.sleep(between);
            }
        } catch (InterruptedException e) {
            manager.tell("STATUS=ended");
        }
    }

    /** One look, and what is to be told of it. */
    void beat() {
        QueueStatus now = status.get();
        String sentence = sentence(now);
        if (!sentence.equals(said)) {
            said = sentence;
            manager.tell("STATUS=" + sentence);
        }
        if (!ready
                && now.state() == QueueStatus.State.RUNNING
                && now.joined()
                && now.troubles().isEmpty()) {
            ready = true;
            manager.tell("READY=1");
        }
        if (manager.watchdog().isPresent() && turns(now)) {
            manager.tell("WATCHDOG=1");
        }
    }

    /** While the worker connects, nothing turns yet. */
    private boolean turns(QueueStatus now) {
        return now.state() == QueueStatus.State.STARTING
                || clock.instant().isBefore(now.at().plus(manager.watchdog().orElseThrow()));
    }

    private static String sentence(QueueStatus now) {
        if (!now.troubles().isEmpty()) {
            return "waiting: " + now.troubles().getFirst().sentence().replace('\n', ' ');
        }
        return switch (now.state()) {
            case STARTING -> "connecting";
            case RUNNING -> now.joined() ? "taking jobs" : "joining the group";
            case DRAINING ->
                "draining, %d job(s) running".formatted(now.running().size());
            case STOPPED, FAILED -> "ending";
        };
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
