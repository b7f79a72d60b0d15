package io.proofmill.cli.demo;

import java.io.Console;
import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** Draws a progress bar where a person looks on, and nothing elsewhere: a log file wants no bar. */
final class TerminalBar implements ProgressBarConsumer {
    private static final int WIDTH = 100;

    private final PrintStream out;
    private final boolean isTerminal = isTerminal();

    TerminalBar(PrintStream out) {
        this.out = out;
    }

    @Override
    public int getMaxRenderedLength() {
        return WIDTH;
    }

    @Override
    public void accept(String rendered) {
        if (isTerminal) {
            out.print('\r' + rendered);
        }
    }

    @Override
    public void close() {
        if (isTerminal) {
            out.println();
        }
    }

    /** JDK 25 does return null where standard input or output is redirected, whatever the checker says. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
