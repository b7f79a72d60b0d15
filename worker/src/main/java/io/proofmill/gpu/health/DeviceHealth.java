package io.proofmill.gpu.health;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One device's record.
 *
 * <p>A wrong proof and a lost context are faults: the device keeps working until the policy's number of them falls within its window. Making no progress quarantines
 * at once, since whatever runs there cannot be stopped. A failed self-test does too. A quarantined device takes no jobs; after its cool-down one self-test proof is its trial. A
 * passed trial puts it on probation, where any fault quarantines it again, for twice as long. Thread-safe.
 */
public final class DeviceHealth {
    /** Whether and how a device takes jobs. */
    public enum State {
        /** Takes jobs. */
        HEALTHY,
        /** Takes jobs; the next fault quarantines it. */
        PROBATION,
        /** Takes no jobs. */
        QUARANTINED
    }

    /**
     * What an operator sees.
     *
     * @param reason the last fault in a sentence, empty when there was none
     * @param since when the state was entered
     * @param faults all faults since the start
     */
    public record Status(State state, String reason, Instant since, long faults) {}

    private final HealthPolicy policy;
    private final InstantSource clock;
    private final Deque<Instant> recentFaults = new ArrayDeque<>();
    private State state = State.HEALTHY;
    private String reason = "";
    private Instant since;
    private long faults;
    private int quarantinesInARow;
    private int goodProofsOnProbation;
    private boolean lost;

    /** A healthy device. */
    public DeviceHealth(HealthPolicy policy, InstantSource clock) {
        this.policy = policy;
        this.clock = clock;
        this.since = clock.instant();
    }

    /** Whether a job may be placed here. */
    public synchronized boolean acceptsJobs() {
        return state != State.QUARANTINED;
    }

    /** Whether the cool-down is over and a self-test proof should decide. */
    public synchronized boolean trialDue() {
        return !lost
                && state == State.QUARANTINED
                && !clock.instant().isBefore(since.plus(policy.coolDown(quarantinesInARow)));
    }

    /** A proof of this device passed its check. */
    public synchronized void proofPassed() {
        if (state == State.PROBATION && ++goodProofsOnProbation >= policy.probationProofs()) {
            quarantinesInARow = 0;
            recentFaults.clear();
            enter(State.HEALTHY);
        }
    }

    /** A proof of this device failed its check although its witness satisfies the circuit. */
    public synchronized void wrongProof(String circuit) {
        fault("a proof for " + circuit + " failed its check");
    }

    /** The device's context was lost and had to be rebuilt. */
    public synchronized void contextLost(String why) {
        fault(why);
    }

    /** The device cannot be opened again by this process: only a new process can use it. */
    public synchronized void lostForThisProcess(String why) {
        faults++;
        lost = true;
        quarantine(why + "; this process cannot use the device again, a new one can");
    }

    /** Whether only a new process can use the device. */
    public synchronized boolean isLostForThisProcess() {
        return lost;
    }

    /** A stage ran past its limit. */
    public synchronized void noProgress(String stage, Duration limit) {
        faults++;
        quarantine("stage " + stage + " made no progress within " + limit.toSeconds() + " s");
    }

    /** A self-test proof, at the start or as a trial, came out right. */
    public synchronized void selfTestPassed() {
        if (state == State.QUARANTINED) {
            goodProofsOnProbation = 0;
            enter(State.PROBATION);
        }
    }

    /** A self-test proof, at the start or as a trial, came out wrong or not at all. */
    public synchronized void selfTestFailed(String why) {
        faults++;
        quarantine("the self-test failed: " + why);
    }

    /** What an operator sees. */
    public synchronized Status status() {
        return new Status(state, reason, since, faults);
    }

    private void fault(String why) {
        faults++;
        Instant now = clock.instant();
        recentFaults.addLast(now);
        while (recentFaults.getFirst().isBefore(now.minus(policy.window()))) {
            recentFaults.removeFirst();
        }
        reason = why;
        if (state == State.PROBATION || recentFaults.size() >= policy.strikes()) {
            quarantine(why);
        }
    }

    private void quarantine(String why) {
        reason = why;
        quarantinesInARow++;
        recentFaults.clear();
        enter(State.QUARANTINED);
    }

    private void enter(State next) {
        state = next;
        since = clock.instant();
    }
}
