package io.proofmill.cli.worker;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks from time to time whether a quarantined GPU may come back, and whether only a new process could use one again. */
final class DeviceExaminer implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceExaminer.class);
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    private final Runnable examination;
    private final BooleanSupplier restartAdvised;
    private final Runnable restart;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("device-examiner").unstarted(this);
    private boolean told;

    /**
     * @param examination examines the devices that are due for it
     * @param restartAdvised whether a device is lost to this process
     * @param restart is told once that the process should end and start anew
     */
    DeviceExaminer(Runnable examination, BooleanSupplier restartAdvised, Runnable restart) {
        this.examination = examination;
        this.restartAdvised = restartAdvised;
        this.restart = restart;
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        while (!Thread.interrupted()) {
            try {
                Thread.sleep(BETWEEN);
                look();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    void look() {
        try {
            examination.run();
        } catch (RuntimeException e) {
            // A device that cannot be examined stays in quarantine; the examiner must not die of it.
            LOG.warn("a device could not be examined: {}", e.toString());
        }
        if (!told && restartAdvised.getAsBoolean()) {
            told = true;
            restart.run();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
