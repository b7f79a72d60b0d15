package io.proofmill.cli.worker;

import io.proofmill.cli.Logging;
import io.proofmill.cli.config.ConfigReference;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill worker}: takes requests until it is told to end. */
@Command(
        name = "worker",
        description =
                "Takes proof requests from Kafka until it gets SIGTERM or SIGINT, then drains; a second signal ends it at once.",
        footer = {
            "",
            "Exit codes: 0 drained, 10 drained but some jobs were handed back to the group, 11 drained because a GPU is lost to",
            "this process (start it again), 143 ended at once by a second signal, 2 bad settings or keys, 3 surroundings."
        },
        mixinStandardHelpOptions = true)
public final class WorkerCommand implements Callable<Integer> {
    private static final int HANDED_BACK = 10;
    private static final int RESTART = 11;
    private static final int CUT = 143;

    @Spec
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "Settings in TOML; see --print-config.")
    private Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides one setting; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(names = "--print-config", description = "Prints every setting with its default and what it does, and ends.")
    private boolean printConfig;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (printConfig) {
            spec.commandLine().getOut().print(ConfigReference.toml());
            spec.commandLine().getOut().flush();
            return 0;
        }
        if (file == null && overrides.isEmpty()) {
            throw new BadInputException(ReasonCode.USAGE, "give --config FILE, or settings with --set KEY=VALUE");
        }
        Configuration configuration = file == null ? Configuration.of(overrides) : Configuration.read(file, overrides);
        Logging.configure(configuration.get(WorkerKeys.LOG_FORMAT), configuration.get(WorkerKeys.LOG_LEVEL), "warn");
        return run(configuration);
    }

    private static int run(Configuration configuration) throws IOException, InterruptedException {
        try (Worker worker = Worker.start(configuration, System.getenv())) {
            return exitCode(await(worker.queue()), worker.restartWanted());
        }
    }

    /** Waits for the queue's end. A first signal drains, a second one ends the process at once. */
    static ProofQueue.End await(ProofQueue queue) throws InterruptedException {
        Drain drain = new Drain(queue);
        Signals.register("TERM", drain);
        Signals.register("INT", drain);
        try {
            ProofQueue.End end = queue.ended().toCompletableFuture().get();
            if (end == ProofQueue.End.CUT) {
                // The rest would wait for what nobody wants any more; the operating system gives back what it
                // holds.
                Runtime.getRuntime().halt(CUT);
            }
            return end;
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    static int exitCode(ProofQueue.End end, boolean restartWanted) {
        if (end != ProofQueue.End.CUT && restartWanted) {
            return RESTART;
        }
        return switch (end) {
            case FINISHED -> 0;
            case HANDED_BACK -> HANDED_BACK;
            case CUT -> CUT;
        };
    }

    private static ProofmillException failure(Throwable cause) {
        return cause instanceof QueueException known
                ? new ProofmillException(ReasonCode.valueOf(known.reasonCode()), known.getMessage(), known)
                : new ProofmillException(ReasonCode.INTERNAL, "the queue ended: " + cause, cause);
    }

    /** First signal: drain. Second: end at once. */
    private static final class Drain implements Runnable {
        private final ProofQueue queue;
        private boolean draining;

        private Drain(ProofQueue queue) {
            this.queue = queue;
        }

        @Override
        public synchronized void run() {
            if (draining) {
                queue.stopNow();
            } else {
                draining = true;
                queue.drain();
            }
        }
    }
}
