package io.proofmill.cli.worker;

import io.proofmill.cli.worker.StateFolder.Seen;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Ends the worker that holds a state folder, and waits until it is gone. The worker is found by its lock and told from others by its process's number and start, never by a name.
 */
final class Stopping {
    private static final Duration STARTING = Duration.ofSeconds(5);
    private static final Duration CUTTING = Duration.ofSeconds(5);
    private static final Duration KILLING = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 50;

    private final Path folder;

    Stopping(Path folder) {
        this.folder = folder;
    }

    /** How a worker that was told to end did so. */
    enum How {
        /** Every running job had its outcome published. */
        FINISHED(0),
        /** Some jobs were handed back to the group. */
        HANDED_BACK(WorkerLife.HANDED_BACK),
        /** Its queue had failed by itself. */
        FAILED(1),
        /** It went without a word: it was not ready yet, or was ended at once. */
        CUT(WorkerLife.CUT),
        /** It answered no signal and was killed. */
        KILLED(137);

        private final int exitCode;

        How(int exitCode) {
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }
    }

    /** Which worker ended, how, and how long that took. */
    record Ended(LockHolder holder, How how, Duration took) {}

    /**
     * Sends SIGTERM and waits for the worker's end; after the drain time a second one, which ends it at once; and when even that does not help, SIGKILL.
     *
     * @param drain how long the worker may drain
     * @return empty when no worker holds the folder
     * @throws BadInputException USAGE, when the holder's process is not to be seen from here or may not be signalled
     * @throws ProofmillException STORAGE_UNAVAILABLE, when the folder is still held at the end
     */
    Optional<Ended> stop(Duration drain) throws IOException, InterruptedException {
        Optional<LockHolder> found = holder();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        LockHolder holder = found.get();
        ProcessHandle process = holder.process()
                .orElseThrow(
                        () -> new BadInputException(
                                ReasonCode.USAGE,
                                "the state folder " + folder + " is held by " + holder
                                        + ", whose process is not seen from here: stop it in its own container or on its own host"));
        long start = System.nanoTime();
        boolean killed = end(process, holder, drain);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        return Optional.of(new Ended(holder, killed ? How.KILLED : how(holder), took));
    }

    /** The lock's holder; waits a moment for one that is just writing its name. */
    private Optional<LockHolder> holder() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + STARTING.toNanos();
        while (true) {
            Seen seen = StateFolder.look(folder);
            if (!seen.held()) {
                return Optional.empty();
            }
            if (seen.holder().isPresent()) {
                return seen.holder();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new ProofmillException(
                        ReasonCode.STORAGE_UNAVAILABLE,
                        "the state folder " + folder + " is held, but its lock file does not say by whom");
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** @return whether it had to be killed */
    private boolean end(ProcessHandle process, LockHolder holder, Duration drain) throws InterruptedException {
        if (!process.destroy() && process.isAlive()) {
            throw new BadInputException(ReasonCode.USAGE, "no permission to end the process of " + holder);
        }
        if (isGone(process, drain)) {
            return false;
        }
        process.destroy();
        if (isGone(process, CUTTING)) {
            return false;
        }
        process.destroyForcibly();
        if (!isGone(process, KILLING)) {
            throw new ProofmillException(
                    ReasonCode.STORAGE_UNAVAILABLE, "the process of " + holder + " does not end even by SIGKILL");
        }
        return true;
    }

    /** What the worker said of its end. */
    private How how(LockHolder holder) throws IOException {
        Seen seen = StateFolder.look(folder);
        if (seen.held() && seen.holder().equals(Optional.of(holder))) {
            throw new ProofmillException(
                    ReasonCode.STORAGE_UNAVAILABLE, "the process of " + holder + " is gone, but its lock is not");
        }
        for (How how : How.values()) {
            if (seen.end().equals(how.name())) {
                return how;
            }
        }
        return How.CUT;
    }

    private static boolean isGone(ProcessHandle process, Duration within) throws InterruptedException {
        try {
            process.onExit().get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a process's end cannot fail", e);
        }
    }
}
