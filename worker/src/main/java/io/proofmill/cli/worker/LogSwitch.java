package io.proofmill.cli.worker;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Turns our own log lines up to debug and back to what the settings say, while the worker runs. Each turn is said in the log, whatever its level. */
final class LogSwitch implements Runnable {
    private static final String OURS = "io.proofmill";

    private final Logger logger = (Logger) LoggerFactory.getLogger(OURS);
    private final Level configured = logger.getEffectiveLevel();

    @Override
    public synchronized void run() {
        Level next = logger.getEffectiveLevel() == Level.DEBUG ? configured : Level.DEBUG;
        logger.error("log level of {} is {} from now on", OURS, next);
        logger.setLevel(next);
    }
}
