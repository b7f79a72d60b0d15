package io.proofmill.queue.registry;

import io.proofmill.queue.embedded.EmbeddedRegistry;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The registry of the demo keeps to the contract. */
class EmbeddedRegistryTest extends SchemaRegistryContract {
    private static EmbeddedRegistry registry;

    @BeforeAll
    static void start() {
        registry = EmbeddedRegistry.start();
    }

    @AfterAll
    static void stop() {
        registry.close();
    }

    @Override
    URI url() {
        return registry.url();
    }
}
