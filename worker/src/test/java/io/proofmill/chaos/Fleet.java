package io.proofmill.chaos;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** All workers. */
final class Fleet implements AutoCloseable {
    private final List<WorkerSlot> slots;

    Fleet(List<WorkerSlot> slots) {
        this.slots = List.copyOf(slots);
    }

    void start() throws IOException {
        for (WorkerSlot slot : slots) {
            slot.start();
        }
    }

    List<WorkerSlot> slots() {
        return slots;
    }

    /** A worker that no other fault has in hand; whoever claims it releases it. */
    Optional<WorkerSlot> claimAny(Random random) {
        int first = random.nextInt(slots.size());
        for (int i = 0; i < slots.size(); i++) {
            WorkerSlot slot = slots.get((first + i) % slots.size());
            if (slot.tryClaim()) {
                return Optional.of(slot);
            }
        }
        return Optional.empty();
    }

    /** Waits until this worker is in no other fault's hands, and claims it. */
    void claim(WorkerSlot slot) throws InterruptedException {
        while (!slot.tryClaim()) {
            Thread.sleep(50);
        }
    }

    @Override
    public void close() {
        slots.forEach(WorkerSlot::close);
    }
}
