package io.proofmill.chaos;

import io.proofmill.chaos.Fault.Strike;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** What happens to worker processes. */
final class WorkerFaults {
    private final Fleet fleet;
    private final AtomicInteger build;
    private final Path folder;

    /**
     * @param build number of the build that workers are started with
     * @param folder where the workers' spools are
     */
    WorkerFaults(Fleet fleet, AtomicInteger build, Path folder) {
        this.fleet = fleet;
        this.build = build;
        this.folder = folder;
    }

    List<Fault> all() {
        return List.of(
                new Fault("worker killed", 9, this::kill),
                new Fault("worker drained", 4, this::drain),
                new Fault("worker stalled briefly", 5, random -> stall(random, 100, 1500)),
                new Fault("worker stalled past its session", 4, random -> stall(random, 7000, 10_000)),
                new Fault("rolling restart", 1, this::roll),
                new Fault("spool unusable", 4, this::breakSpool));
    }

    private Optional<Strike> kill(Random random) {
        int away = random.nextInt(2000);
        return fleet.claimAny(random)
                .map(slot -> new Strike(slot.instance(), () -> {
                    try {
                        slot.kill();
                        Thread.sleep(away);
                        slot.start();
                    } finally {
                        slot.release();
                    }
                }));
    }

    private Optional<Strike> drain(Random random) {
        return fleet.claimAny(random)
                .map(slot -> new Strike(slot.instance(), () -> {
                    try {
                        slot.terminate();
                        slot.start();
                    } finally {
                        slot.release();
                    }
                }));
    }

    private Optional<Strike> stall(Random random, int atLeast, int below) {
        int millis = random.nextInt(atLeast, below);
        return fleet.claimAny(random)
                .map(slot -> new Strike(slot.instance() + " for " + millis + " ms", () -> {
                    try {
                        slot.pause();
                        Thread.sleep(millis);
                    } finally {
                        slot.resume();
                        slot.release();
                    }
                }));
    }

    /** One worker after the other is drained and started again as a new build. */
    private Optional<Strike> roll(Random random) {
        int next = build.incrementAndGet();
        return Optional.of(new Strike("to build " + next, () -> {
            for (WorkerSlot slot : fleet.slots()) {
                fleet.claim(slot);
                try {
                    slot.terminate();
                    slot.start();
                } finally {
                    slot.release();
                }
            }
        }));
    }

    /** The spool's folder is taken away, and a file stands where it was: what a full or failed disk looks like to whoever wants to write. */
    private Optional<Strike> breakSpool(Random random) {
        WorkerSlot slot = fleet.slots().get(random.nextInt(fleet.slots().size()));
        int millis = random.nextInt(500, 4000);
        Path spool = folder.resolve("spool-" + slot.instance());
        Path away = folder.resolve("spool-" + slot.instance() + ".away");
        if (!Files.isDirectory(spool)) {
            return Optional.empty();
        }
        return Optional.of(new Strike(slot.instance() + " for " + millis + " ms", () -> {
            Files.move(spool, away);
            try {
                Files.createFile(spool);
                Thread.sleep(millis);
            } finally {
                restore(spool, away);
            }
        }));
    }

    private static void restore(Path spool, Path away) throws IOException {
        Files.deleteIfExists(spool);
        Files.move(away, spool);
    }
}
