package io.proofmill.queue.embedded;

import io.proofmill.runlogs.RunLogs;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * A Kafka broker in a JVM of its own, so that a test can kill it. It takes the test's class path; what it says goes to {@code broker.log} beside its log
 * folder. Starting returns before the broker is ready: {@link BrokerCluster} waits.
 */
public final class BrokerProcess implements AutoCloseable {
    private final BrokerNode node;
    private final Path properties;
    private Process process;

    BrokerProcess(BrokerNode node, List<BrokerNode> cluster, Map<String, String> overrides) throws IOException {
        this.node = node;
        BrokerStorage.format(node);
        this.properties = node.logDir().resolveSibling("server-" + node.id() + ".properties");
        Properties content = BrokerProperties.of(node, cluster, overrides);
        try (Writer out = Files.newBufferedWriter(properties)) {
            content.store(out, null);
        }
        start();
    }

    /** Starts it, or starts it again on the same log folder and ports. */
    public void start() throws IOException {
        process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx384m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "kafka.Kafka",
                        properties.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()))
                .start();
        Process started = process;
        Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    }

    /** Address for clients. */
    public String address() {
        return node.address();
    }

    public int id() {
        return node.id();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL; returns when it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM; returns when it has stopped in order, or kills it after half a minute. */
    public void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            kill();
        }
    }

    /** SIGSTOP: alive, and deaf. */
    public void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** SIGCONT. */
    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + name + " of broker " + node.id() + " ended with " + code);
        }
    }

    private Path output() {
        return node.logDir().resolveSibling("broker-" + node.id() + ".log");
    }

    /** Kills it, and keeps what it said. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        RunLogs.keep(output());
    }
}
