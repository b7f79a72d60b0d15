package io.proofmill.cli.worker;

import io.proofmill.queue.WorkerId;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who holds a state folder, as its lock file says.
 *
 * @param processStart when the operating system started the process: with the number it names a process for good, since numbers are used again
 */
record LockHolder(String instance, long pid, String build, Instant startedAt, Instant processStart) {
    private static final Pattern LINE =
            Pattern.compile("instance (.+), pid (\\d+), build (.+), started (\\S+), process of (\\S+)");

    /** This process, as a worker of that identity. */
    static LockHolder self(WorkerId identity) {
        ProcessHandle self = ProcessHandle.current();
        return new LockHolder(identity.instance(), self.pid(), identity.build(), identity.startedAt(), startOf(self));
    }

    /** Reads a lock file's line; empty when it is no such line, for example because its worker is writing it just now. */
    static Optional<LockHolder> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new LockHolder(
                        matcher.group(1),
                        Long.parseLong(matcher.group(2)),
                        matcher.group(3),
                        Instant.parse(matcher.group(4)),
                        Instant.parse(matcher.group(5))))
                : Optional.empty();
    }

    /** The process, if it is still that one and seen from here: a container's processes have other numbers outside of it. */
    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(found -> startOf(found).equals(processStart));
    }

    private static Instant startOf(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }

    /** The line that {@link #parse} reads. */
    @Override
    public String toString() {
        return "instance %s, pid %d, build %s, started %s, process of %s"
                .formatted(instance, pid, build, startedAt, processStart);
    }
}
