package io.proofmill.queue;

/** How members of the consumer group agree on who owns which partition. */
public enum GroupProtocol {
    /** KIP-848: the broker decides, partition by partition. Brokers from 4.0. */
    CONSUMER,
    /** The older protocol with cooperative rebalances. Any broker from 3.3. */
    CLASSIC
}
