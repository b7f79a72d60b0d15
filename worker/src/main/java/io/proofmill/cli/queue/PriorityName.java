package io.proofmill.cli.queue;

import io.proofmill.schemas.Priority;

/** A priority as the command line names it. Its own type, since the contract's brings the Avro library into the start of every command. */
enum PriorityName {
    LOW,
    NORMAL,
    HIGH,
    CRITICAL;

    Priority value() {
        return Priority.valueOf(name());
    }
}
