package io.proofmill.cli.worker;

import io.proofmill.cli.config.ConfigKey;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.GroupProtocol;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.TopicNames;
import io.proofmill.queue.registry.RegistrySettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Builds the queue's and the registry's settings from the worker's. */
public final class QueueSetup {
    private static final int LEAST_TOKEN = 16;

    private final Configuration configuration;
    private final Map<String, String> environment;

    /**
     * Settings from a configuration.
     *
     * @param environment where secrets are looked up by the names that the settings give
     */
    public QueueSetup(Configuration configuration, Map<String, String> environment) {
        this.configuration = configuration;
        this.environment = environment;
    }

    public QueueSettings queue() {
        Map<String, String> kafka = new HashMap<>(configuration.kafka());
        String bootstrap = kafka.remove("bootstrap.servers");
        QueueSettings defaults = QueueSettings.defaults(bootstrap, configuration.get(WorkerKeys.GROUP));
        return defaults.withTopics(new TopicNames(configuration.get(WorkerKeys.TOPIC_PREFIX)))
                .withCreation(creation())
                .withMembership(membership(defaults.membership()))
                .withIntake(intake(defaults.intake()))
                .withRetry(retry(defaults.retry()))
                .withPayloads(payloads(defaults.payloads()))
                .withResults(results())
                .withKafka(kafka);
    }

    /** Headers for the receiver of traces; empty when none are named. */
    Map<String, String> traceHeaders() {
        if (configuration.get(WorkerKeys.TRACES_HEADERS_ENV).isEmpty()) {
            return Map.of();
        }
        Map<String, String> headers = new HashMap<>();
        for (String header : secret(WorkerKeys.TRACES_HEADERS_ENV).split(",")) {
            int equals = header.indexOf('=');
            if (equals < 1) {
                throw new BadInputException(
                        ReasonCode.USAGE, "setting 'traces.headers-env': expected NAME=VALUE separated by commas");
            }
            headers.put(
                    header.substring(0, equals).strip(),
                    header.substring(equals + 1).strip());
        }
        return headers;
    }

    /** The status port's token; empty when none is named. */
    Optional<String> statusToken() {
        if (configuration.get(WorkerKeys.STATUS_TOKEN_ENV).isEmpty()) {
            if (configuration.get(WorkerKeys.STATUS_ACTIONS).isEmpty()) {
                return Optional.empty();
            }
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "setting 'status.actions' enables actions, so 'status.token-env' must name a token");
        }
        String token = secret(WorkerKeys.STATUS_TOKEN_ENV);
        if (token.length() < LEAST_TOKEN) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "the token of setting 'status.token-env' has " + token.length() + " characters, expected at least "
                            + LEAST_TOKEN);
        }
        return Optional.of(token);
    }

    public RegistrySettings registry() {
        Map<String, String> settings = new HashMap<>();
        settings.put(RegistrySettings.URL, String.join(",", configuration.get(WorkerKeys.REGISTRY_URLS)));
        settings.put(
                RegistrySettings.AUTO_REGISTER,
                configuration.get(WorkerKeys.REGISTRY_REGISTER).toString());
        String user = configuration.get(WorkerKeys.REGISTRY_USER);
        if (!user.isEmpty()) {
            settings.put(RegistrySettings.BASIC_AUTH, user + ":" + secret(WorkerKeys.REGISTRY_PASSWORD_ENV));
        }
        String trustStore = configuration.get(WorkerKeys.REGISTRY_TRUST_STORE);
        if (!trustStore.isEmpty()) {
            settings.put(RegistrySettings.TRUST_STORE, trustStore);
            settings.put(RegistrySettings.TRUST_STORE_PASSWORD, secret(WorkerKeys.REGISTRY_TRUST_STORE_PASSWORD_ENV));
        }
        return RegistrySettings.from(settings);
    }

    private QueueSettings.Creation creation() {
        return new QueueSettings.Creation(
                configuration.get(WorkerKeys.TOPICS_CREATE),
                configuration.get(WorkerKeys.TOPIC_PARTITIONS),
                configuration.get(WorkerKeys.TOPIC_REPLICATION).shortValue());
    }

    private QueueSettings.Membership membership(QueueSettings.Membership defaults) {
        GroupProtocol protocol = GroupProtocol.valueOf(
                configuration.get(WorkerKeys.GROUP_PROTOCOL).toUpperCase(Locale.ROOT));
        return new QueueSettings.Membership(
                protocol,
                configuration.get(WorkerKeys.STATIC_MEMBERSHIP),
                configuration.get(WorkerKeys.REBALANCE_BUDGET),
                configuration.get(WorkerKeys.DRAIN_BUDGET),
                defaults.cancelGrace());
    }

    private QueueSettings.Intake intake(QueueSettings.Intake defaults) {
        return new QueueSettings.Intake(
                configuration.get(WorkerKeys.IN_FLIGHT),
                defaults.bufferedJobs(),
                configuration.get(WorkerKeys.IN_FLIGHT_BYTES));
    }

    private QueueSettings.Retry retry(QueueSettings.Retry defaults) {
        return new QueueSettings.Retry(
                configuration.get(WorkerKeys.ATTEMPTS), defaults.deaths(), defaults.firstDelay(), defaults.maxDelay());
    }

    private QueueSettings.Payloads payloads(QueueSettings.Payloads defaults) {
        Set<Path> folders = configuration.get(WorkerKeys.PAYLOAD_FOLDERS).stream()
                .map(Path::of)
                .collect(Collectors.toSet());
        return new QueueSettings.Payloads(
                Path.of(configuration.get(WorkerKeys.STATE_DIR)).resolve("spool"),
                defaults.spoolBytes(),
                configuration.get(WorkerKeys.PAYLOAD_LIMIT),
                Set.copyOf(configuration.get(WorkerKeys.PAYLOAD_HOSTS)),
                folders,
                new QueueSettings.ObjectStore(
                        address(WorkerKeys.S3_ENDPOINT),
                        Optional.of(configuration.get(WorkerKeys.S3_REGION)).filter(region -> !region.isEmpty()),
                        Set.copyOf(configuration.get(WorkerKeys.PAYLOAD_BUCKETS))));
    }

    private QueueSettings.Results results() {
        Optional<URI> store = address(WorkerKeys.RESULT_STORE);
        if (store.isPresent()
                && !List.of("file", "s3").contains(String.valueOf(store.get().getScheme()))) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "setting 'results.store': expected file:///FOLDER or s3://BUCKET/PREFIX, found '" + store.get()
                            + "'");
        }
        return new QueueSettings.Results(configuration.get(WorkerKeys.RESULT_LIMIT), store);
    }

    private Optional<URI> address(ConfigKey<String> key) {
        String text = configuration.get(key);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(new URI(text));
        } catch (URISyntaxException e) {
            throw new BadInputException(
                    ReasonCode.USAGE, "setting '" + key.name() + "': expected an address, found '" + text + "'", e);
        }
    }

    String secret(ConfigKey<String> key) {
        String variable = configuration.get(key);
        String value = environment.get(variable);
        if (value == null) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "setting '" + key.name() + "' names the environment variable '" + variable + "', which is not set");
        }
        return value;
    }
}
