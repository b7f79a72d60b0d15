package io.proofmill.chaos;

/** What is wrong with a client's network. */
enum Cut {
    /** Nothing. */
    NONE,
    /** Connections are reset, new ones too. */
    REFUSED,
    /** Bytes are held back in both directions, and go on late when the cut is over. */
    SILENT,
    /** Requests arrive, answers don't: when the cut is over the connections are reset, so that nobody learns what had been done. */
    ANSWERS_LOST
}
