package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class LogCollectorTest {
    private static final String NAME = "io.proofmill.collected";

    @BeforeAll
    static void keep_the_console_quiet() {
        ((Logger) LoggerFactory.getLogger(NAME)).setAdditive(false);
    }

    @Test
    void a_line_comes_with_its_context_and_all_causes_of_its_exception() {
        try (LogCollector log = LogCollector.attach(Level.DEBUG, NAME);
                MDC.MDCCloseable ignored = MDC.putCloseable("job", "j1")) {
            LoggerFactory.getLogger(NAME)
                    .debug(
                            "it {}",
                            "failed",
                            new IllegalStateException("above", new IllegalArgumentException("below")));
            assertThat(log.lines()).singleElement().asString().contains("it failed", "j1", "above", "below");
        }
    }

    @Test
    void loggers_have_their_level_back_afterwards() {
        Logger logger = (Logger) LoggerFactory.getLogger(NAME);
        logger.setLevel(Level.ERROR);
        LogCollector.attach(Level.DEBUG, NAME).close();
        assertThat(logger.getLevel()).isEqualTo(Level.ERROR);
    }
}
