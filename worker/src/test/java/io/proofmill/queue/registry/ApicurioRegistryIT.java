package io.proofmill.queue.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.proofmill.runlogs.RunLogs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/**
 * A real Apicurio registry, as a process, keeps to the contract. The build fetches it, unless it is told {@code -Dapicurio.skip}; without it these tests are skipped.
 */
class ApicurioRegistryIT extends SchemaRegistryContract {
    private static final Path HOME = Path.of("target", "apicurio");

    private static Process process;
    private static URI url;

    @BeforeAll
    static void start() throws IOException {
        Assumptions.assumeTrue(
                Files.exists(HOME.resolve("quarkus-run.jar")),
                "no Apicurio registry under " + HOME + ": build without -Dapicurio.skip to fetch it");
        int port = freePort();
        url = URI.create("http://127.0.0.1:" + port + "/apis/ccompat/v7");
        Path log = RunLogs.file("ApicurioRegistryIT");
        process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx512m",
                        "-Dquarkus.http.host=127.0.0.1",
                        "-Dquarkus.http.port=" + port,
                        "-Dquarkus.management.port=" + freePort(),
                        "-jar",
                        "quarkus-run.jar")
                .directory(HOME.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try (RegistryClient client = new RegistryClient(RegistrySettings.of(url))) {
            await().atMost(Duration.ofMinutes(5)).untilAsserted(() -> {
                assertThat(process.isAlive()).as("see " + log).isTrue();
                assertThat(answers(client)).as("see " + log).isTrue();
            });
        }
    }

    private static boolean answers(RegistryClient client) {
        try {
            client.versions("no-such-subject");
            return true;
        } catch (RegistryRefusedException e) {
            return true;
        } catch (RegistryUnavailableException e) {
            return false;
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (process != null) {
            process.destroy();
            process.waitFor();
        }
    }

    @Override
    URI url() {
        return url;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
