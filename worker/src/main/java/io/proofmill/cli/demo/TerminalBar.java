package io.proofmill.cli.demo;

import io.proofmill.cli.Terminal;
import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** Draws a progress bar where a person looks on, and nothing elsewhere: a log file wants no bar. */
final class TerminalBar implements ProgressBarConsumer {
    private static final int WIDTH = 100;

    private final PrintStream out;
    private final boolean isTerminal = Terminal.isAttached();

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
}
