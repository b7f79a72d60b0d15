package io.proofmill.queue;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** How other threads reach the poll thread: they post what is to be done, it does it. So all state of jobs and partitions is touched by one thread. */
final class Mailbox {
    private final BlockingQueue<Runnable> letters = new LinkedBlockingQueue<>();
    private volatile Runnable bell = () -> {};

    /** What to do so that the poll thread looks into the box soon. */
    void onPost(Runnable newBell) {
        bell = newBell;
    }

    void post(Runnable letter) {
        letters.add(letter);
        bell.run();
    }

    boolean isEmpty() {
        return letters.isEmpty();
    }

    /** Does everything that was posted up to now. */
    void runAll() {
        for (int count = letters.size(); count > 0; count--) {
            letters.remove().run();
        }
    }

    /** Waits until something is posted, or so long, and does it. */
    void runNext(Duration wait) throws InterruptedException {
        Runnable letter = letters.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
        if (letter != null) {
            letter.run();
            runAll();
        }
    }
}
