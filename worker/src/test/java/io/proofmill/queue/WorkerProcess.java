package io.proofmill.queue;

import io.proofmill.runlogs.RunLogs;
import io.proofmill.schemas.ProofResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.Schema;

/** A worker in a JVM of its own, so that a test can kill it. It says on standard output when it has reached the point at which it stops and waits for its end. */
final class WorkerProcess implements AutoCloseable {
    /** Where the worker stops for ever. */
    enum StopAt {
        /** Inside the prover. */
        PROVING,
        /** The proof is made and handed to the queue; its transaction has not begun. */
        PUBLISHING,
        /** Nowhere: each proof takes half a second, one at a time. */
        HALF_A_SECOND
    }

    private final Process process;
    private final BufferedReader output;

    private WorkerProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static WorkerProcess start(QueueBench bench, GroupProtocol protocol, String instance, StopAt stopAt)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerProcess.class.getName(),
                bench.settings.bootstrapServers(),
                bench.settings.topics().prefix(),
                protocol.name(),
                instance,
                stopAt.name()));
        return new WorkerProcess(new ProcessBuilder(command)
                .redirectError(RunLogs.file("WorkerProcess").toFile())
                .start());
    }

    /** Waits until the worker has reached its point. */
    void awaitStop() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("STOPPED")) {
                return;
            }
        }
        throw new IOException("the worker ended before it reached its point");
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
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] args) throws InterruptedException {
        StopAt stopAt = StopAt.valueOf(args[4]);
        QueueSettings settings = QueueBench.settings(args[0], args[1], GroupProtocol.valueOf(args[2]), 2);
        FixedRegistry registry = stopAt == StopAt.PUBLISHING ? new StoppingRegistry() : new FixedRegistry();
        ProofQueue.start(
                stopAt == StopAt.HALF_A_SECOND ? oneAtATime(settings) : settings,
                new WorkerId(args[3], "build-" + args[3], "localhost", Instant.now()),
                registry,
                true,
                proverOf(stopAt),
                Clock.systemUTC());
        new CountDownLatch(1).await();
    }

    private static JobHandler proverOf(StopAt stopAt) {
        return switch (stopAt) {
            case PUBLISHING -> ScriptedProver.instant();
            case PROVING ->
                ScriptedProver.of(job -> {
                    stop();
                    return Optional.empty();
                });
            case HALF_A_SECOND ->
                ScriptedProver.of(job -> {
                    LockSupport.parkNanos(500_000_000L);
                    return Optional.of(ScriptedProver.proofOf(job));
                });
        };
    }

    private static QueueSettings oneAtATime(QueueSettings settings) {
        QueueSettings.Intake intake = settings.intake();
        return settings.withIntake(new QueueSettings.Intake(1, intake.bufferedJobs(), intake.bufferedBytes()));
    }

    private static void stop() {
        System.out.println("STOPPED");
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Encoding the result is the last step before its transaction begins. */
    private static final class StoppingRegistry extends FixedRegistry {
        @Override
        public int register(String subject, Schema schema) {
            if (schema.equals(ProofResult.getClassSchema())) {
                stop();
            }
            return super.register(subject, schema);
        }
    }
}
