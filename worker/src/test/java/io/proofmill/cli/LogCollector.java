package io.proofmill.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** Every line that some loggers write at a level and above, with its context and the causes of its exception. */
final class LogCollector extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    /** The loggers and the levels that they had. */
    private final Map<Logger, Optional<Level>> loggers = new HashMap<>();

    private LogCollector() {}

    /** The lines come here as well as where they go without. */
    static LogCollector attach(Level level, String... loggers) {
        LogCollector collector = new LogCollector();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        collector.setContext(root.getLoggerContext());
        collector.start();
        for (String name : loggers) {
            Logger logger = (Logger) LoggerFactory.getLogger(name);
            collector.loggers.put(logger, Optional.ofNullable(logger.getLevel()));
            logger.setLevel(level);
            logger.addAppender(collector);
        }
        return collector;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        loggers.forEach((logger, level) -> {
            logger.setLevel(level.orElse(null));
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
