package io.proofmill.queue.embedded;

import java.io.IOException;

/** Where clients are told to find a broker, when not at its own port: a test's proxy. */
public interface ClientDoor {
    /**
     * Opens the door of one broker.
     *
     * @param clientPort the port on which the broker will serve clients that come through the door
     * @return the port that clients are told
     */
    int open(int brokerId, int clientPort) throws IOException;
}
