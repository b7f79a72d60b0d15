package io.proofmill.queue.embedded;

import java.nio.file.Path;

/**
 * One combined broker and controller on the loopback interface.
 *
 * @param id node id, unique in its cluster
 * @param port port for clients and other brokers
 * @param controllerPort port for the controller quorum
 * @param logDir where it keeps its log; survives restarts
 */
record BrokerNode(int id, int port, int controllerPort, Path logDir) {
    /** A node on two ports that were free a moment ago. */
    static BrokerNode onFreePorts(int id, Path logDir) {
        return onPort(id, FreePort.find(), logDir);
    }

    /** A node that serves clients on the given port. */
    static BrokerNode onPort(int id, int port, Path logDir) {
        return new BrokerNode(id, port, FreePort.find(), logDir);
    }

    /** Address for clients. */
    String address() {
        return "127.0.0.1:" + port;
    }

    /** Entry of this node in the controller quorum. */
    String voter() {
        return id + "@127.0.0.1:" + controllerPort;
    }
}
