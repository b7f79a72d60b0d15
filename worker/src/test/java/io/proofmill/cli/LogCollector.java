package io.proofmill.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** Every line that some loggers write at a level and above, with its context and the causes of its exception. */
final class LogCollector extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final List<String> loggers;

    private LogCollector(List<String> loggers) {
        this.loggers = loggers;
    }

    /** The lines go here and nowhere else meanwhile. */
    static LogCollector attach(Level level, String... loggers) {
        LogCollector collector = new LogCollector(List.of(loggers));
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        collector.setContext(root.getLoggerContext());
        collector.start();
        collector.loggers.forEach(name -> {
            Logger logger = (Logger) LoggerFactory.getLogger(name);
            logger.setLevel(level);
            logger.setAdditive(false);
            logger.addAppender(collector);
        });
        return collector;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** Lines that a test has written itself. */
    void forget(List<String> own) {
        lines.removeAll(own);
    }

    @Override
    public void close() {
        loggers.forEach(name -> {
            Logger logger = (Logger) LoggerFactory.getLogger(name);
            logger.setLevel(null);
            logger.setAdditive(true);
            logger.detachAppender(this);
        });
    }

    @Override
    protected void append(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(event.getFormattedMessage()).append(event.getMDCPropertyMap());
        for (IThrowableProxy cause = event.getThrowableProxy(); cause != null; cause = cause.getCause()) {
            line.append(' ').append(cause.getMessage());
        }
        lines.add(line.toString());
    }
}
