package io.proofmill.cli.queue;

import io.proofmill.queue.LetterSelection;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options that select dead letters. */
final class LetterOptions {
    @Option(names = "--id", description = "Job id, or a letter's PARTITION:OFFSET; may be repeated.")
    private Set<String> ids = new LinkedHashSet<>();

    @Option(names = "--reason", description = "Reason code; may be repeated.")
    private Set<String> reasons = new LinkedHashSet<>();

    @Option(names = "--circuit", description = "Circuit; may be repeated.")
    private Set<String> circuits = new LinkedHashSet<>();

    @Option(names = "--worker", description = "Instance id of the worker that gave up; may be repeated.")
    private Set<String> workers = new LinkedHashSet<>();

    @Option(names = "--build", description = "Build of the worker that gave up; may be repeated.")
    private Set<String> builds = new LinkedHashSet<>();

    @Option(names = "--from", paramLabel = "TIME", description = "Given up at this time or later, ISO 8601.")
    private Instant from;

    @Option(names = "--until", paramLabel = "TIME", description = "Given up before this time, ISO 8601.")
    private Instant until;

    /** Whether anything is said about which letters. */
    boolean areGiven() {
        return !(ids.isEmpty() && reasons.isEmpty() && circuits.isEmpty() && workers.isEmpty() && builds.isEmpty())
                || from != null
                || until != null;
    }

    LetterSelection selection() {
        return new LetterSelection(
                ids, reasons, circuits, workers, builds, Optional.ofNullable(from), Optional.ofNullable(until));
    }
}
