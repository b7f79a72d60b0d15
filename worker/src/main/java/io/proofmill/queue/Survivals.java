package io.proofmill.queue;

import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.WorkerIdentity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Attempts that their worker survived though it never reported their end. It belongs to the poll thread.
 *
 * <h2>Why</h2>
 *
 * <p>An attempt is durable before it starts ({@link OffsetLedger}). When the partition's next owner finds a start without an end, all it can tell is that the group went on without the
 * worker: the worker may be dead, and the job may be what it died of, or it may have been stalled (a stopped process, a paused virtual machine), cut off, or without brokers for longer than a session. Two
 * dead workers make a job POISON; two stalled ones must not, since a fleet that loses its brokers for a minute would condemn every job that was running.
 *
 * <h2>How</h2>
 *
 * <ul>
 *   <li>A dead worker says nothing. A live one learns that it has lost a partition when it reaches the brokers again, and then tells all workers, on the control topic, which attempts it was at:
 *       {@code SURVIVED}. The note names the attempt by job, number, worker and moment of its start, so it can't be taken for another one, and it can be repeated.
 *   <li>Every worker reads the control topic from its start, and keeps the newest notes. Whenever it looks at a job's history, an attempt of which there is a note counts neither as a death nor against the
 *       limit: the surroundings failed, not the job. It stays in the history, with the reason BROKER_UNAVAILABLE. What the ledger and the jobs topic say is not changed: the count of starts numbers
 *       attempts, and whoever owns the partition next comes to the same view by itself.
 *   <li>The note may come later than the next owner. So the verdict POISON waits once, for {@link FailurePolicy#DOUBT}; a note that comes meanwhile lets the job go on. A note that comes later still has no
 *       effect: a worker that is away for that long after its session cannot be told from a dead one. The dead letter says which worker is meant, and can be replayed.
 * </ul>
 *
 * <p>A worker that ends in order and could not settle everything (the last commit failed, or a second signal ended it at once) says so of each start that is left, and waits two seconds at most for these
 * notes to arrive.
 *
 * <p>What it costs when it fails: a note that is lost (its worker dies before it is sent, or ends while the brokers are away) leaves a death that was none, as before. A note never hides a death: who has died
 * sends none.
 */
final class Survivals {
    private static final int MAX = 10_000;

    private record Key(String jobId, int number, String instance, Instant startedAt) {
        private static Key of(String jobId, Attempt attempt) {
            WorkerIdentity worker = attempt.getWorker();
            return new Key(
                    jobId, attempt.getNumber(), worker == null ? "" : worker.getInstance(), attempt.getStartedAt());
        }
    }

    private final Set<Key> survived = new LinkedHashSet<>();

    void add(String jobId, Attempt attempt) {
        if (survived.add(Key.of(jobId, attempt)) && survived.size() > MAX) {
            survived.remove(survived.iterator().next());
        }
    }

    /** The history, in which each attempt that its worker survived has its reason. */
    List<Attempt> applyTo(String jobId, List<Attempt> history) {
        List<Attempt> known = new ArrayList<>();
        for (Attempt attempt : history) {
            boolean lives = isDeath(attempt) && survived.contains(Key.of(jobId, attempt));
            known.add(
                    lives
                            ? Attempt.newBuilder(attempt)
                                    .setReasonCode(Reason.BROKER_UNAVAILABLE.name())
                                    .build()
                            : attempt);
        }
        return known;
    }

    /** Attempts that, for all that is known, their worker did not survive. */
    static long deaths(List<Attempt> history) {
        return history.stream().filter(Survivals::isDeath).count();
    }

    /** Attempts that count against a job's limit: all but those that the surroundings ended. */
    static int used(List<Attempt> history) {
        return Math.toIntExact(history.stream()
                .filter(attempt -> !Reason.BROKER_UNAVAILABLE.name().equals(attempt.getReasonCode()))
                .count());
    }

    private static boolean isDeath(Attempt attempt) {
        return attempt.getReasonCode() == null;
    }
}
