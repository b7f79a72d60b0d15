package io.proofmill.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** A place in the fleet: one worker process after the other under the same instance id. One fault at a time may claim it. */
final class WorkerSlot implements AutoCloseable {
    private static final int DRAIN_LIMIT_SECONDS = 20;

    private final String instance;
    private final Function<Incarnation, List<String>> commands;
    private final Path output;
    private final Deaths deaths;
    private final EventLog log;
    private final Consumer<String> complaints;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private Life life;

    /** One process of the slot. */
    private static final class Life {
        private final Incarnation who;
        private final Process process;
        private volatile boolean endIsExpected;

        private Life(Incarnation who, Process process) {
            this.who = who;
            this.process = process;
        }
    }

    /**
     * @param commands command line of an incarnation
     * @param output where the processes' own words go
     * @param complaints gets a sentence when a process ends that nobody and no job has ended
     */
    WorkerSlot(
            String instance,
            Function<Incarnation, List<String>> commands,
            Path output,
            Deaths deaths,
            EventLog log,
            Consumer<String> complaints) {
        this.instance = instance;
        this.commands = commands;
        this.output = output;
        this.deaths = deaths;
        this.log = log;
        this.complaints = complaints;
    }

    String instance() {
        return instance;
    }

    boolean tryClaim() {
        return claimed.compareAndSet(false, true);
    }

    void release() {
        claimed.set(false);
    }

    synchronized void start() throws IOException {
        if (life != null && life.process.isAlive()) {
            return;
        }
        Incarnation who = new Incarnation(instance, Instant.now().toEpochMilli());
        Process process = new ProcessBuilder(commands.apply(who))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                .start();
        Life started = new Life(who, process);
        life = started;
        log.say("worker %s started, pid %d", who, process.pid());
        Thread.ofVirtual().start(() -> awaitExit(started));
    }

    /** SIGKILL; returns when it is gone. */
    void kill() throws InterruptedException {
        Life ending = current();
        ending.endIsExpected = true;
        deaths.add(ending.who);
        ending.process.destroyForcibly().waitFor();
    }

    /** SIGTERM; returns when it has drained, or kills it when that takes too long. */
    void terminate() throws InterruptedException {
        Life ending = current();
        ending.endIsExpected = true;
        ending.process.destroy();
        if (ending.process.waitFor(DRAIN_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            log.say("worker %s drained, exit code %d", ending.who, ending.process.exitValue());
        } else {
            log.say("worker %s did not drain within %d s; killed", ending.who, DRAIN_LIMIT_SECONDS);
            kill();
        }
    }

    /** SIGSTOP: alive, and deaf. */
    void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** SIGCONT. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        long pid = current().process.pid();
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }

    private synchronized Life current() {
        return life;
    }

    private void awaitExit(Life begun) {
        try {
            begun.process.waitFor();
            onExit(begun);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void onExit(Life ended) {
        int code = ended.process.exitValue();
        if (code == ChaosProver.CRASH_CODE) {
            deaths.add(ended.who);
            log.say("worker %s was ended by a job", ended.who);
        } else if (code == ChaosWorker.FAILED_CODE || !ended.endIsExpected) {
            log.say("worker %s ended by itself with exit code %d", ended.who, code);
            complaints.accept("worker %s ended by itself with exit code %d; see %s".formatted(ended.who, code, output));
        }
        if (!ended.endIsExpected) {
            restart();
        }
    }

    private void restart() {
        try {
            start();
        } catch (IOException e) {
            complaints.accept("worker %s could not be started again: %s".formatted(instance, e));
        }
    }

    @Override
    public void close() {
        Life last = current();
        if (last != null) {
            last.endIsExpected = true;
            last.process.destroyForcibly();
        }
    }
}
