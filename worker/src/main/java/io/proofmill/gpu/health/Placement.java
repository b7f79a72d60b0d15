package io.proofmill.gpu.health;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Chooses the device for a job: where the key lies already, unless that device's queue is longer by more than a key's load is worth. */
public final class Placement {
    /** A job rather waits behind this many more jobs than loads its key anew elsewhere. */
    static final int WAIT_FOR_KEY = 2;

    private Placement() {}

    /**
     * A device as the choice sees it.
     *
     * @param device its place in the list of devices
     * @param acceptsJobs whether its health lets it take jobs
     * @param keyResident whether the job's key lies on it
     * @param load jobs in flight and waiting there
     * @param freeBytes device memory that nothing holds
     */
    public record Candidate(int device, boolean acceptsJobs, boolean keyResident, int load, long freeBytes) {
        int cost() {
            return load + (keyResident ? 0 : WAIT_FOR_KEY);
        }
    }

    /** The best candidate; of equals the one with most free memory, then the first. Empty when none takes jobs. */
    public static Optional<Candidate> choose(List<Candidate> candidates) {
        return candidates.stream()
                .filter(Candidate::acceptsJobs)
                .min(Comparator.comparingInt(Candidate::cost)
                        .thenComparing(
                                Comparator.comparingLong(Candidate::freeBytes).reversed())
                        .thenComparingInt(Candidate::device));
    }
}
