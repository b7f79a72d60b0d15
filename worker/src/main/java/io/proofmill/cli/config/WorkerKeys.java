package io.proofmill.cli.config;

import static io.proofmill.cli.config.ConfigKey.choice;
import static io.proofmill.cli.config.ConfigKey.choices;
import static io.proofmill.cli.config.ConfigKey.count;
import static io.proofmill.cli.config.ConfigKey.duration;
import static io.proofmill.cli.config.ConfigKey.flag;
import static io.proofmill.cli.config.ConfigKey.list;
import static io.proofmill.cli.config.ConfigKey.size;
import static io.proofmill.cli.config.ConfigKey.text;

import java.time.Duration;
import java.util.List;

/** Every setting of a worker's file, in the order in which the reference prints them. */
public final class WorkerKeys {
    public static final ConfigKey<String> BOOTSTRAP = text(
            "kafka.bootstrap.servers",
            "localhost:9092",
            "Brokers to start from, host:port separated by commas. Every other kafka.* key goes to the Kafka clients as it is"
                    + " (security.protocol, ssl.*, sasl.*, ...), but for those that would break the guarantees.");
    public static final ConfigKey<String> GROUP =
            text("worker.group-id", "proofmill", "Consumer group. Workers of one group share the requests.");
    public static final ConfigKey<String> INSTANCE = text(
            "worker.instance-id",
            "",
            "This worker's name in logs, events and metrics. Empty: host name and a random suffix.");
    public static final ConfigKey<Boolean> STATIC_MEMBERSHIP = flag(
            "worker.static-membership",
            false,
            "Use the instance id as Kafka's group.instance.id, so that a quick restart keeps its partitions.");
    public static final ConfigKey<String> GROUP_PROTOCOL = choice(
            "worker.group-protocol",
            "consumer",
            List.of("consumer", "classic"),
            "consumer = KIP-848 (brokers from 4.0 on); classic = cooperative rebalancing for older brokers.");
    public static final ConfigKey<String> STATE_DIR = text(
            "worker.state-dir",
            "/var/lib/proofmill",
            "Folder for the lock, the payload spool and digests of keys already checked. One folder a worker.");
    public static final ConfigKey<Integer> IN_FLIGHT =
            count("worker.in-flight", 4, 1, "Jobs taken at most at the same time, running and prepared ones together.");
    public static final ConfigKey<Long> IN_FLIGHT_BYTES = size(
            "worker.in-flight-bytes", "1GiB", "Payload bytes held at most at the same time; intake waits beyond it.");
    public static final ConfigKey<Duration> DRAIN_BUDGET = duration(
            "worker.drain-budget",
            "10m",
            "After SIGTERM: how long running jobs may finish before they are handed back to the group.");
    public static final ConfigKey<Duration> REBALANCE_BUDGET = duration(
            "worker.rebalance-budget",
            "5s",
            "How long a job may go on when its partition goes to another worker, before it is handed over and starts anew there."
                    + " Idle partitions that go at the same time wait for it. With group-protocol classic, partitions with running jobs stay where they are as far as idle ones can go.");
    public static final ConfigKey<Integer> ATTEMPTS =
            count("worker.attempt-limit", 3, 1, "Attempts a job gets, unless its request says otherwise.");
    public static final ConfigKey<String> TOPIC_PREFIX = text(
            "topics.prefix",
            "proof",
            "Start of every topic's name: PREFIX.requests[.critical|.high|.normal|.low], PREFIX.results, PREFIX.events, PREFIX.dead-letters, ...");
    public static final ConfigKey<Boolean> TOPICS_CREATE = flag(
            "topics.create",
            false,
            "Create missing topics at start (development); otherwise a missing topic is an error.");
    public static final ConfigKey<Integer> TOPIC_PARTITIONS =
            count("topics.partitions", 8, 1, "Partitions of topics that are created.");
    public static final ConfigKey<Integer> TOPIC_REPLICATION =
            count("topics.replication", 3, 1, Short.MAX_VALUE, "Replicas of topics that are created.");
    public static final ConfigKey<List<String>> REGISTRY_URLS = list(
            "registry.urls",
            "http://localhost:8081",
            "Schema registry (Confluent REST protocol), tried in this order.");
    public static final ConfigKey<String> REGISTRY_USER =
            text("registry.user", "", "User name for basic authentication.");
    public static final ConfigKey<String> REGISTRY_PASSWORD_ENV = text(
            "registry.password-env",
            "",
            "Name of the environment variable that holds the password. Secrets are not written here.");
    public static final ConfigKey<String> REGISTRY_TRUST_STORE =
            text("registry.trust-store", "", "PKCS#12 or JKS file with the registry's certificate authority.");
    public static final ConfigKey<String> REGISTRY_TRUST_STORE_PASSWORD_ENV = text(
            "registry.trust-store-password-env",
            "",
            "Name of the environment variable that holds the trust store's password.");
    public static final ConfigKey<Boolean> REGISTRY_REGISTER =
            flag("registry.register", true, "Register our schemas at start; otherwise they must be there already.");
    public static final ConfigKey<String> CIRCUITS_DIR = text(
            "circuits.dir",
            "/etc/proofmill/circuits",
            "Catalogue: a folder a circuit, holding circuit.zkey, verification_key.json and, where inputs are sent, circuit.wasm.");
    public static final ConfigKey<String> FILECOIN_PARAMETERS = text(
            "filecoin.parameter-dir",
            "",
            "Folder with the .params and .vk files of Filecoin's circuits. Empty: the one that the environment variable"
                    + " FIL_PROOFS_PARAMETER_CACHE names, or none.");
    public static final ConfigKey<String> BACKEND = choice(
            "prover.backend",
            "auto",
            List.of("auto", "cpu", "cuda"),
            "auto = CUDA devices where there are any, the CPU otherwise.");
    public static final ConfigKey<Integer> THREADS =
            count("prover.threads", 0, 0, "Threads of the CPU prover; 0 = one a core.");
    public static final ConfigKey<String> GPU_DEVICES = text(
            "gpu.devices",
            "all",
            "CUDA devices to use: all, or their numbers separated by commas, as CUDA_VISIBLE_DEVICES leaves them.");
    public static final ConfigKey<Integer> GPU_JOBS = count(
            "gpu.jobs-per-device",
            2,
            1,
            "Jobs on one device at the same time: one computes while another copies and prepares.");
    public static final ConfigKey<Integer> GPU_HOST_THREADS =
            count("gpu.host-threads", 8, 1, "Threads of the host that copy to a device, for each job on it.");
    public static final ConfigKey<Long> GPU_PINNED_MEMORY = size(
            "gpu.pinned-memory",
            "auto",
            "Host memory that copies of keys too large for a device may lock, for each device; auto = a quarter of the machine's. It counts in memory.limit.");
    public static final ConfigKey<String> GPU_TABLES = choice(
            "gpu.tables",
            "auto",
            List.of("auto", "off"),
            "auto = keys in long use get tables of multiples of their points, where those make sums faster and in device memory that nothing else wants.");
    public static final ConfigKey<Integer> SYNTHESIS_WORKERS = count(
            "synthesis.part-workers",
            0,
            0,
            "Parts whose witnesses are calculated at the same time, each on one core; 0 = one a core.");
    public static final ConfigKey<Long> GPU_MEMORY = size(
            "gpu.memory-limit",
            "auto",
            "Device memory that is used on each device; auto = what is free less a reserve.");
    public static final ConfigKey<Long> MEMORY_LIMIT = size(
            "memory.limit",
            "auto",
            "Budget for witnesses, keys and their locked copies outside the heap; auto = three quarters of the machine's memory."
                    + " Payloads may take a quarter of it besides.");
    public static final ConfigKey<Duration> STAGE_LIMIT = duration(
            "prover.no-progress-limit",
            "10m",
            "A stage without progress for so long is given up and its device quarantined.");
    public static final ConfigKey<List<String>> PAYLOAD_HOSTS = list(
            "payloads.allowed-hosts",
            "",
            "Hosts from which payloads may be fetched over http(s), separated by commas. Empty: none.");
    public static final ConfigKey<List<String>> PAYLOAD_FOLDERS = list(
            "payloads.allowed-folders",
            "",
            "Folders under which file:// payloads may lie, separated by commas. Empty: none.");
    public static final ConfigKey<Long> PAYLOAD_LIMIT =
            size("payloads.size-limit", "4GiB", "A larger payload is refused before it is fetched.");
    public static final ConfigKey<List<String>> PAYLOAD_BUCKETS = list(
            "payloads.allowed-buckets",
            "",
            "Buckets from which s3:// payloads may be read, separated by commas. Empty: none. Credentials come by AWS's usual chain.");
    public static final ConfigKey<String> S3_ENDPOINT = text(
            "payloads.s3-endpoint", "", "Address of an object store of your own with S3's protocol. Empty: Amazon's.");
    public static final ConfigKey<String> S3_REGION =
            text("payloads.s3-region", "", "Region of the object store. Empty: by AWS's usual chain.");
    public static final ConfigKey<Long> RESULT_LIMIT = size(
            "results.inline-limit",
            "2MiB",
            "A larger proof is kept in results.store, and its result says where; topics take messages of 4 MiB.");
    public static final ConfigKey<String> RESULT_STORE = text(
            "results.store",
            "",
            "Where larger proofs are kept: file:///FOLDER, one that readers see too, or s3://BUCKET/PREFIX. Empty: nowhere, all proofs travel in their results.");
    public static final ConfigKey<Integer> STATUS_PORT =
            count("status.port", 0, 0, "Port of the status page, health checks and metrics; 0 = none.");
    public static final ConfigKey<String> STATUS_HOST = text(
            "status.host",
            "127.0.0.1",
            "Address that the status port listens on. Beyond the loopback address anybody who reaches it reads the page; a container"
                    + " needs 0.0.0.0 for its probes and for Prometheus.");
    public static final ConfigKey<List<String>> STATUS_ACTIONS = choices(
            "status.actions",
            List.of("cancel", "replay", "drain", "pause"),
            "What an operator may do from the page, separated by commas: cancel, replay, drain, pause. Empty: nothing, the page is"
                    + " read-only. Needs status.token-env.");
    public static final ConfigKey<String> STATUS_TOKEN_ENV = text(
            "status.token-env",
            "",
            "Name of the environment variable with the token, at least 16 characters, that actions ask for; and dead letters' bytes"
                    + " too, where status.host is not the loopback address.");
    public static final ConfigKey<String> TRACES_ENDPOINT = text(
            "traces.otlp-endpoint",
            "",
            "Base address of an OpenTelemetry receiver (OTLP over HTTP), http://localhost:4318 for example. Empty: nothing is traced.");
    public static final ConfigKey<String> TRACES_HEADERS_ENV = text(
            "traces.headers-env",
            "",
            "Name of the environment variable with headers for it, NAME=VALUE separated by commas; for authorization.");
    public static final ConfigKey<String> LOG_FORMAT =
            choice("log.format", "text", List.of("text", "json"), "text for people, json for collectors.");
    public static final ConfigKey<String> LOG_LEVEL = choice(
            "log.level",
            "info",
            List.of("error", "warn", "info", "debug", "trace"),
            "Least severe level that is written.");

    /** All of them. */
    public static final List<ConfigKey<?>> ALL = List.of(
            BOOTSTRAP,
            GROUP,
            INSTANCE,
            STATIC_MEMBERSHIP,
            GROUP_PROTOCOL,
            STATE_DIR,
            IN_FLIGHT,
            IN_FLIGHT_BYTES,
            DRAIN_BUDGET,
            REBALANCE_BUDGET,
            ATTEMPTS,
            TOPIC_PREFIX,
            TOPICS_CREATE,
            TOPIC_PARTITIONS,
            TOPIC_REPLICATION,
            REGISTRY_URLS,
            REGISTRY_USER,
            REGISTRY_PASSWORD_ENV,
            REGISTRY_TRUST_STORE,
            REGISTRY_TRUST_STORE_PASSWORD_ENV,
            REGISTRY_REGISTER,
            CIRCUITS_DIR,
            FILECOIN_PARAMETERS,
            BACKEND,
            THREADS,
            STAGE_LIMIT,
            GPU_DEVICES,
            GPU_JOBS,
            GPU_HOST_THREADS,
            GPU_MEMORY,
            GPU_PINNED_MEMORY,
            GPU_TABLES,
            SYNTHESIS_WORKERS,
            MEMORY_LIMIT,
            PAYLOAD_HOSTS,
            PAYLOAD_FOLDERS,
            PAYLOAD_LIMIT,
            PAYLOAD_BUCKETS,
            S3_ENDPOINT,
            S3_REGION,
            RESULT_LIMIT,
            RESULT_STORE,
            STATUS_PORT,
            STATUS_HOST,
            STATUS_ACTIONS,
            STATUS_TOKEN_ENV,
            TRACES_ENDPOINT,
            TRACES_HEADERS_ENV,
            LOG_FORMAT,
            LOG_LEVEL);

    private WorkerKeys() {}
}
