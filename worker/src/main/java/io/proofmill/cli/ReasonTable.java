package io.proofmill.cli;

import io.proofmill.math.ReasonCode;

/** The reason codes as a table in Markdown: docs/reason-codes.md is this text, and a test holds the two together. */
final class ReasonTable {
    private ReasonTable() {}

    static String markdown() {
        StringBuilder out = new StringBuilder("""
                # Reason codes

                Every refusal and failure carries one of these: on stderr (`CODE: one sentence`), in events and in dead letters. PERMANENT goes to the dead letters
                at once, RETRYABLE is tried again with backoff, INFRASTRUCTURE waits and costs no attempt. The exit code is the command line's.

                | code | class | exit | meaning |
                |---|---|---|---|
                """);
        for (ReasonCode code : ReasonCode.values()) {
            out.append("| %s | %s | %d | %s |\n".formatted(code, code.failureClass(), code.exitCode(), code.meaning()));
        }
        return out.toString();
    }
}
