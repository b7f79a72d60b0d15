package io.proofmill.cli.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A worker in a process of its own, its output in a file that later ones append to. */
public final class ChildWorker implements AutoCloseable {
    private final Process process;
    private final Path log;

    private ChildWorker(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    public static ChildWorker start(Class<?> main, Path log, Map<String, String> environment, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-Dorg.apache.avro.SERIALIZABLE_PACKAGES=io.proofmill.schemas",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new ChildWorker(builder.start(), log);
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end; the exit code. */
    public int exitCode() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process still runs after a minute");
        }
        return process.exitValue();
    }

    /** Stops its clock: it answers no signal but SIGKILL. */
    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
    }

    /** SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
