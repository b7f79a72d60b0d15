package io.proofmill.cli.worker;

import io.proofmill.gpu.GpuProver;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks from time to time whether a quarantined GPU may come back. */
final class DeviceExaminer implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceExaminer.class);
    private static final Duration BETWEEN = Duration.ofSeconds(10);

    private final GpuProver prover;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("device-examiner").unstarted(this);

    DeviceExaminer(GpuProver prover) {
        this.prover = prover;
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        while (!Thread.interrupted()) {
            try {
                Thread.sleep(BETWEEN);
                prover.examine();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                // A device that cannot be examined stays in quarantine; the examiner must not die of it.
                LOG.warn("a device could not be examined: {}", e.toString());
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
