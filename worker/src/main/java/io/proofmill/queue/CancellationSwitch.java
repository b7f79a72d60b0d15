package io.proofmill.queue;

import java.util.ArrayList;
import java.util.List;

/** The queue's end of a {@link Cancellation}. */
final class CancellationSwitch implements Cancellation {
    private final List<Runnable> actions = new ArrayList<>();
    private volatile boolean requested;

    @Override
    public boolean requested() {
        return requested;
    }

    @Override
    public void onRequest(Runnable action) {
        synchronized (actions) {
            if (!requested) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /** Asks the job to stop. Only the first call has an effect. */
    void request() {
        List<Runnable> due;
        synchronized (actions) {
            if (requested) {
                return;
            }
            requested = true;
            due = List.copyOf(actions);
        }
        due.forEach(Runnable::run);
    }
}
