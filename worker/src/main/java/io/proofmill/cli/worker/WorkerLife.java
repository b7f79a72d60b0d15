package io.proofmill.cli.worker;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jline.utils.Signals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's life in this process, from its start to its exit code: signals, word to the service manager, and an end that comes even when a device call hangs.
 */
final class WorkerLife {
    static final int HANDED_BACK = 10;
    static final int RESTART = 11;
    static final int CUT = 143;
    private static final Logger LOG = LoggerFactory.getLogger(WorkerLife.class);
    /** For what is left to do after the queue has ended: devices freed, connections closed. */
    static final Duration CLOSING = Duration.ofSeconds(20);

    private final ProofQueue queue;
    private final Closing rooms;
    private final StateFolder folder;
    private final ServiceManager manager;
    private final Duration closing;

    /** Ends what runs below the queue. */
    interface Closing {
        void close() throws IOException;
    }

    /**
     * @param rooms closed after the queue has ended
     * @param environment where the service manager says how to be told
     * @param closing how long the rooms may take
     */
    WorkerLife(ProofQueue queue, Closing rooms, StateFolder folder, Map<String, String> environment, Duration closing) {
        this.queue = queue;
        this.rooms = rooms;
        this.folder = folder;
        this.manager = ServiceManager.of(environment);
        this.closing = closing;
    }

    /**
     * Lives until a signal or a failure ends it; returns the process's exit code, or ends the process itself where something hangs.
     *
     * @param restartWanted whether the worker drained because only a new process can use one of its devices; asked at the end
     */
    int live(BooleanSupplier restartWanted) throws IOException, InterruptedException {
        try (Heartbeat heartbeat = new Heartbeat(manager, queue::status, Clock.systemUTC())) {
            heartbeat.start();
            ProofQueue.End end = await(queue, manager);
            folder.say(end.name());
            return closeOrHalt(exitCode(end, restartWanted.getAsBoolean()));
        } catch (ProofmillException e) {
            folder.say("FAILED");
            closeOrHalt(e.reason().exitCode());
            throw e;
        }
    }

    /** Waits for the queue's end. A first signal drains, a second one ends the process at once; SIGUSR2 changes how much is logged. */
    static ProofQueue.End await(ProofQueue queue, ServiceManager manager) throws InterruptedException {
        Drain drain = new Drain(queue, manager);
        Signals.register("TERM", drain);
        Signals.register("INT", drain);
        Signals.register("USR2", new LogSwitch());
        try {
            ProofQueue.End end = queue.ended().toCompletableFuture().get();
            if (end == ProofQueue.End.CUT) {
                // The rest would wait for what nobody wants any more; the operating system gives back what it holds.
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

    /** A device that hangs in a call would keep the process for ever: its jobs are handed back already, so the process goes, and the operating system frees lock and memory. */
    private int closeOrHalt(int code) throws InterruptedException {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("closing").start(() -> {
            try {
                rooms.close();
                closed.complete(null);
            } catch (IOException | RuntimeException | Error e) {
                closed.completeExceptionally(e);
            }
        });
        try {
            closed.get(closing.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.error("something hangs {} after the queue has ended; the process goes without it", closing);
            Runtime.getRuntime().halt(code);
        } catch (ExecutionException e) {
            LOG.warn("the worker did not close in order", e.getCause());
        }
        return code;
    }

    private static ProofmillException failure(Throwable cause) {
        return cause instanceof QueueException known
                ? new ProofmillException(ReasonCode.valueOf(known.reasonCode()), known.getMessage(), known)
                : new ProofmillException(ReasonCode.INTERNAL, "the queue ended: " + cause, cause);
    }

    /** First signal: drain. Second: end at once. */
    private static final class Drain implements Runnable {
        private final ProofQueue queue;
        private final ServiceManager manager;
        private boolean draining;

        private Drain(ProofQueue queue, ServiceManager manager) {
            this.queue = queue;
            this.manager = manager;
        }

        @Override
        public synchronized void run() {
            if (draining) {
                queue.stopNow();
            } else {
                draining = true;
                manager.tell("STOPPING=1");
                queue.drain();
            }
        }
    }
}
