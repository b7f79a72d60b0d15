package io.proofmill.chaos;

import io.proofmill.queue.GroupProtocol;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.WorkerId;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import org.jline.utils.Signals;

/** Program of a worker process: the real queue, the scripted prover, and the signals of the real command. */
final class ChaosWorker {
    static final int HANDED_BACK_CODE = 10;
    static final int FAILED_CODE = 70;

    private ChaosWorker() {}

    /**
     * Runs a worker until it is told to end.
     *
     * @param args bootstrap servers, group protocol, folder, registry's address, instance, build, start in milliseconds since 1970
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[2]);
        WorkerId worker = new WorkerId(args[4], args[5], "localhost", Instant.ofEpochMilli(Long.parseLong(args[6])));
        Trace trace =
                new Trace(folder.resolve("trace-" + worker.instance() + ".log"), worker.instance() + "@" + args[6]);
        trace.say("UP " + worker.build() + " pid " + ProcessHandle.current().pid());
        QueueSettings settings =
                ChaosSettings.queue(args[0], GroupProtocol.valueOf(args[1]), folder, worker.instance());
        RegistrySettings registry =
                RegistrySettings.of(URI.create(args[3])).withTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(4));
        ProofQueue queue = ProofQueue.start(
                settings,
                worker,
                new CachingRegistry(new RegistryClient(registry), registry),
                true,
                new ChaosProver("device-" + worker.instance(), trace),
                Clock.systemUTC());
        Signals.register("TERM", queue::drain);
        int code = codeOf(queue, trace);
        // Clients that wait for brokers in their close would keep the process; the real command halts as well.
        Runtime.getRuntime().halt(code);
    }

    private static int codeOf(ProofQueue queue, Trace trace) throws InterruptedException {
        try {
            ProofQueue.End end = queue.ended().toCompletableFuture().get();
            trace.say("ENDED " + end);
            return end == ProofQueue.End.FINISHED ? 0 : HANDED_BACK_CODE;
        } catch (ExecutionException e) {
            trace.say("FAILED " + e.getCause());
            return FAILED_CODE;
        }
    }
}
