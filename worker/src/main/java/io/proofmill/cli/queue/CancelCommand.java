package io.proofmill.cli.queue;

import io.proofmill.cli.files.JsonOption;
import io.proofmill.queue.RequestProducer;
import io.proofmill.schemas.RecordCoordinates;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code proofmill cancel ID}. */
@Command(
        name = "cancel",
        description = "Cancels a job, wherever it is: queued, waiting for a retry, or running.",
        mixinStandardHelpOptions = true)
public final class CancelCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Parameters(paramLabel = "ID", description = "Job id.")
    private String jobId;

    @Option(names = "--reason", defaultValue = "", description = "Why, for those who look at the job later.")
    private String reason;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        return Cluster.with(cluster.read(), connected -> {
            try (RequestProducer producer = connected.producer()) {
                RecordCoordinates at = Cluster.await(producer.cancel(jobId, Cluster.operator(), reason));
                json.text(out).println("asked all workers to cancel " + jobId);
                json.write(out, new Cancelling(jobId, at.getTopic(), at.getOffset()));
            }
            out.flush();
            return 0;
        });
    }

    /** What {@code --json} says. */
    record Cancelling(String jobId, String topic, long offset) {}
}
