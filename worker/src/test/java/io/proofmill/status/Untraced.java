package io.proofmill.status;

import java.util.Optional;

/** What a worker without an endpoint does with its traces, as a process of its own. */
final class Untraced {
    private Untraced() {}

    public static void main(String[] args) {
        JobTraces traces = JobTraces.NONE;
        traces.started(SampleJobs.moments("a", Optional.empty(), 1));
        traces.attempt("a").ended("");
        traces.settled("a", "proved", "", SampleJobs.NOW, SampleJobs.NOW);
        traces.close();
    }
}
