package io.proofmill.cli;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The process's real standard error.
 *
 * <p>The launcher filters one line that the JVM prints about incubator modules out of descriptor 2, and hands the unfiltered
 * stream over as the descriptor named in {@code PROOFMILL_STDERR}. Writing there keeps the order of lines and survives exit.
 */
final class StandardError {
    private StandardError() {}

    /** Makes {@link System#err} the unfiltered stream where there is one; otherwise leaves it alone. */
    static void restore() {
        String descriptor = System.getenv("PROOFMILL_STDERR");
        if (descriptor == null) {
            return;
        }
        try {
            // Appending, since opening a redirected file again would otherwise truncate it.
            FileOutputStream stream = new FileOutputStream("/dev/fd/" + descriptor, true);
            System.setErr(new PrintStream(stream, true, StandardCharsets.UTF_8));
        } catch (FileNotFoundException e) {
            // A socket (systemd's journal) can't be opened by path: the filtered stream does as well.
            return;
        }
    }
}
