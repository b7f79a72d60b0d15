package io.proofmill.queue.registry;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** How the client says who it is. Secrets do not appear in {@code toString}. */
public sealed interface RegistryAuth {
    /** Value of the Authorization header. */
    Optional<String> header();

    /** Says nothing. */
    record Anonymous() implements RegistryAuth {
        @Override
        public Optional<String> header() {
            return Optional.empty();
        }
    }

    /** HTTP basic authentication, RFC 7617, in UTF-8. */
    record Basic(String user, String password) implements RegistryAuth {
        @Override
        public Optional<String> header() {
            byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
        }

        @Override
        public String toString() {
            return "Basic[user=" + user + "]";
        }
    }

    /** Bearer token, RFC 6750. */
    record Bearer(String token) implements RegistryAuth {
        @Override
        public Optional<String> header() {
            return Optional.of("Bearer " + token);
        }

        @Override
        public String toString() {
            return "Bearer[]";
        }
    }
}
