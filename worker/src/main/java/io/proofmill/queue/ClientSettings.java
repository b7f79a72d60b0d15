package io.proofmill.queue;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The settings of the Kafka clients: what the guarantees need, and around it what the operator passes through (TLS, SASL, timeouts, sizes).
 *
 * <p>Records are consumed and produced as bytes. A deserializer that throws inside {@code poll} would stop its partition at the bad record for ever.
 */
final class ClientSettings {
    /** Largest request that a producer sends: room for the largest message that the topics take and its wrapping. */
    static final int MAX_REQUEST_BYTES = 16 << 20;

    private final QueueSettings settings;
    private final String instance;
    private final String clientName;

    /**
     * @param instance name of this client: the worker's instance id, or another one for tools
     * @throws QueueException USAGE, when a passed-through setting would break a guarantee
     */
    ClientSettings(QueueSettings settings, String instance) {
        this(settings, instance, instance);
    }

    /** For a worker: its build is part of the client id, so that the group's members show which build they run. */
    static ClientSettings ofWorker(QueueSettings settings, WorkerId worker) {
        return new ClientSettings(settings, worker.instance(), worker.instance() + "@" + worker.build());
    }

    private ClientSettings(QueueSettings settings, String instance, String clientName) {
        this.clientName = clientName;
        this.settings = settings;
        this.instance = instance;
        settings.kafka().forEach(ClientSettings::refuseWhatBreaksGuarantees);
    }

    /**
     * For the group's consumer.
     *
     * @param busy partition numbers on which this worker runs jobs, asked on the poll thread
     */
    Map<String, Object> consumer(Supplier<Set<Integer>> busy) {
        Map<String, Object> properties = common("intake");
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 64);
        properties.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 16 << 20);
        properties.put(
                ConsumerConfig.GROUP_PROTOCOL_CONFIG,
                settings.membership().protocol().name().toLowerCase(Locale.ROOT));
        if (settings.membership().protocol() == GroupProtocol.CONSUMER) {
            properties.put(ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG, "range");
        } else {
            properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CopartitioningAssignor.class.getName());
            properties.put(CopartitioningAssignor.BUSY, busy);
        }
        if (settings.membership().isStatic()) {
            properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instance);
        }
        return readingBytes(properties);
    }

    /** For a reader outside the group. */
    Map<String, Object> reader(String role) {
        Map<String, Object> properties = common(role);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return readingBytes(properties);
    }

    /** For the one producer of outcomes. Its transactional id names the worker, not the process: see {@link OutcomePublisher}. */
    Map<String, Object> transactionalProducer() {
        Map<String, Object> properties = idempotentProducer("outcomes");
        // a transaction that begins while the brokers still end the one before it is told to come again: not 100 ms
        // later, as by default. The wait doubles with each try
        properties.putIfAbsent(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5);
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, settings.group() + "." + instance);
        properties.put(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                Math.toIntExact(settings.transactionTimeout().toMillis()));
        return properties;
    }

    /** For events and requests: repeats of the client are dropped by the broker. */
    Map<String, Object> idempotentProducer(String role) {
        Map<String, Object> properties = common(role);
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        properties.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return properties;
    }

    Map<String, Object> admin() {
        return common("admin");
    }

    private Map<String, Object> common(String role) {
        Map<String, Object> properties = new HashMap<>(settings.kafka());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, clientName + "/" + role);
        return properties;
    }

    private static Map<String, Object> readingBytes(Map<String, Object> properties) {
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        return properties;
    }

    private static void refuseWhatBreaksGuarantees(String key, String value) {
        String why = switch (key) {
            case ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG ->
                allow(value, "false", "offsets are committed with their outcome, never by a timer");
            case ConsumerConfig.ISOLATION_LEVEL_CONFIG ->
                allow(value, "read_committed", "an aborted outcome would be seen");
            case ConsumerConfig.AUTO_OFFSET_RESET_CONFIG ->
                allow(value, "earliest", "requests sent before the first start would be passed over");
            case ProducerConfig.ACKS_CONFIG ->
                "-1".equals(value) ? null : allow(value, "all", "an acknowledged outcome could be lost");
            case ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG -> allow(value, "true", "a record could be written twice");
            case ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                    ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                    ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                    ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG -> "records travel as bytes";
            case ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG -> "an interceptor may change or drop records";
            case ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG ->
                "a job id's partitions must stay together";
            case ConsumerConfig.GROUP_ID_CONFIG,
                    ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                    ConsumerConfig.GROUP_PROTOCOL_CONFIG,
                    ConsumerConfig.CLIENT_ID_CONFIG,
                    ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                    ProducerConfig.TRANSACTION_TIMEOUT_CONFIG -> "the queue has its own setting for it";
            default -> null;
        };
        if (why != null) {
            throw new QueueException(Reason.USAGE.name(), "kafka.%s=%s is refused: %s".formatted(key, value, why));
        }
    }

    private static String allow(String value, String allowed, String why) {
        return allowed.equalsIgnoreCase(value.strip()) ? null : why + "; leave it out or set " + allowed;
    }
}
