package io.proofmill.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.net.URL;
import org.slf4j.LoggerFactory;

/** What the process logs, and in which form. */
public final class Logging {
    private static final String CONFIGURATION = "/logback.xml";

    private Logging() {}

    /**
     * Applies settings, whether or not something has been logged before.
     *
     * @param format {@code text} or {@code json}
     * @param level least severe level of our own lines
     * @param libraries least severe level of everybody else's
     */
    public static void configure(String format, String level, String libraries) {
        System.setProperty("proofmill.log.format", format);
        System.setProperty("proofmill.log.level", level);
        System.setProperty("proofmill.log.libraries", libraries);
        URL configuration = Logging.class.getResource(CONFIGURATION);
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        try {
            configurator.doConfigure(configuration);
        } catch (JoranException e) {
            throw new IllegalStateException("the jar's logback.xml is broken", e);
        }
    }
}
