package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.circom.CircomFixture;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.worker.CatalogueProbe;
import io.proofmill.cli.worker.Worker;
import io.proofmill.math.CurveId;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory that {@code proofmill plan} asks for is what a real worker gets along with. */
@OnTestBroker
class PlannedMemoryIT {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");

    @TempDir
    private Path folder;

    @Test
    void a_worker_with_the_planned_budget_proves_and_one_whose_budget_holds_no_key_says_so() throws IOException {
        try (TestBroker broker = TestBroker.start();
                EmbeddedRegistry registry = EmbeddedRegistry.start()) {
            Map<String, String> settings = new HashMap<>(Map.of(
                    "kafka.bootstrap.servers",
                    broker.bootstrapServers(),
                    "registry.urls",
                    registry.url().toString(),
                    "circuits.dir",
                    MULTIPLIER.file("circuit.zkey").getParent().getParent().toString(),
                    "worker.state-dir",
                    folder.toString(),
                    "prover.backend",
                    "cpu",
                    "topics.create",
                    "true",
                    "topics.partitions",
                    "2",
                    "topics.replication",
                    "1"));
            long planned = CatalogueProbe.memory(Configuration.of(settings), "multiplier", 1)
                    .orElseThrow();

            assertThat(saidWith(planned, settings, "enough")).contains("proved by cpu");
            assertThat(saidWith(100, settings, "too-little")).contains("TOO_LARGE", "memory.limit");
        }
    }

    /** What {@code submit} says of a job that a worker with this budget takes. */
    private static String saidWith(long budget, Map<String, String> settings, String id) throws IOException {
        settings.put("memory.limit", budget + "B");
        StringWriter out = new StringWriter();
        try (Worker worker = Worker.start(Configuration.of(settings), Map.of())) {
            Main.commandLine()
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(out, true))
                    .execute(
                            "submit",
                            "--bootstrap",
                            settings.get("kafka.bootstrap.servers"),
                            "--registry",
                            settings.get("registry.urls"),
                            "--id",
                            id,
                            "--circuit",
                            "multiplier",
                            "--witness",
                            MULTIPLIER.file("witness.wtns").toString(),
                            "--wait",
                            "90");
            assertThat(worker.queue().status().worker()).isNotNull();
        }
        return out.toString();
    }
}
