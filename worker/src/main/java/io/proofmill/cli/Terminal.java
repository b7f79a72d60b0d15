package io.proofmill.cli;

import java.io.Console;

/** Whether a person looks on. */
public final class Terminal {
    private Terminal() {}

    /** True when standard input and output are a terminal. JDK 25 does return null where they are redirected, whatever the checker says. */
    @SuppressWarnings("SystemConsoleNull")
    public static boolean isAttached() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
