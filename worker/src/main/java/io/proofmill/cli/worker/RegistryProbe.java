package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistryRefusedException;
import io.proofmill.queue.registry.RegistryUnavailableException;
import java.util.Optional;

/** Asks the schema registry whether it answers. */
public final class RegistryProbe {
    private RegistryProbe() {}

    /** What is wrong with the registry of these settings; empty when it answers. */
    public static Optional<String> complaint(Configuration configuration) {
        try (RegistryClient client = new RegistryClient(new QueueSetup(configuration, System.getenv()).registry())) {
            client.versions("proofmill-doctor");
            return Optional.empty();
        } catch (RegistryRefusedException answered) {
            // A subject that does not exist is an answer.
            return answered.code() == RegistryRefusedException.SUBJECT_NOT_FOUND
                    ? Optional.empty()
                    : Optional.of(answered.getMessage());
        } catch (RegistryUnavailableException away) {
            return Optional.of(away.getMessage());
        }
    }
}
