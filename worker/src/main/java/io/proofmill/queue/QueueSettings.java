package io.proofmill.queue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that can be set about the queue. {@link #defaults} gives the values to start from.
 *
 * @param bootstrapServers brokers to start from, {@code host:port,...}
 * @param group the workers' consumer group
 * @param topics names of the topics
 * @param creation how topics that don't exist yet are made
 * @param membership how the worker belongs to the group, and how it leaves
 * @param intake how much work is taken at once
 * @param retry how often and when a failed job is tried again
 * @param payloads where payloads may come from and how large they may be
 * @param results where proofs go that are too large for a message
 * @param transactionTimeout after this time the broker ends a transaction whose worker has gone silent; until then readers wait behind it
 * @param retention how long a job id is remembered
 * @param kafka further client settings, passed on as they are; those that would break a guarantee are refused, see {@link ClientSettings}
 */
public record QueueSettings(
        String bootstrapServers,
        String group,
        TopicNames topics,
        Creation creation,
        Membership membership,
        Intake intake,
        Retry retry,
        Payloads payloads,
        Results results,
        Duration transactionTimeout,
        Duration retention,
        Map<String, String> kafka) {
    public QueueSettings {
        kafka = Map.copyOf(kafka);
    }

    /**
     * How missing topics are made.
     *
     * @param allowed whether missing topics are created; otherwise they are an error
     * @param partitions partitions of each topic of requests, and of those that go with them; more of them let more workers share the load
     * @param replication copies of each partition; -1: the brokers' default
     */
    public record Creation(boolean allowed, int partitions, short replication) {}

    /**
     * How the worker belongs to its group.
     *
     * @param protocol how the group agrees
     * @param isStatic true to keep the partitions of a worker that restarts within the session timeout; its instance id is the member's name
     * @param rebalanceBudget how long a job on a partition that goes to another worker may go on before it is cancelled and handed over; Kafka gives up partitions together, so the idle ones among
     *     them wait as long
     * @param drainBudget how long running jobs may go on after the worker was told to end
     * @param cancelGrace how long a cancelled job may take to stop
     */
    public record Membership(
            GroupProtocol protocol,
            boolean isStatic,
            Duration rebalanceBudget,
            Duration drainBudget,
            Duration cancelGrace) {}

    /**
     * How much work is taken at once.
     *
     * @param runningJobs jobs that run at once
     * @param bufferedJobs decoded jobs of one topic that wait for their start
     * @param bufferedBytes bytes of all jobs that wait or run: records and payloads
     */
    public record Intake(int runningJobs, int bufferedJobs, long bufferedBytes) {}

    /**
     * How often and when a failed job is tried again.
     *
     * @param attempts how often a job is attempted, unless its request says otherwise
     * @param deaths a job that was running when this many workers died is given up as POISON
     * @param firstDelay wait before the second attempt; doubled for each one after
     * @param maxDelay longest wait
     */
    public record Retry(int attempts, int deaths, Duration firstDelay, Duration maxDelay) {}

    /**
     * Where payloads may come from and how large they may be.
     *
     * @param spool folder for payloads that come by reference
     * @param spoolBytes how much the spool may hold
     * @param maxBytes largest payload, packed or unpacked
     * @param hosts hosts that payloads may be fetched from over http and https; none by default
     * @param fileRoots folders that {@code file://} references may point into; none by default
     * @param objectStore what {@code s3://} references mean
     */
    public record Payloads(
            Path spool,
            long spoolBytes,
            long maxBytes,
            Set<String> hosts,
            Set<Path> fileRoots,
            ObjectStore objectStore) {
        public Payloads {
            hosts = Set.copyOf(hosts);
            fileRoots = Set.copyOf(fileRoots);
        }

        public Payloads withSpool(Path value) {
            return new Payloads(value, spoolBytes, maxBytes, hosts, fileRoots, objectStore);
        }

        public Payloads withLimits(long newSpoolBytes, long newMaxBytes) {
            return new Payloads(spool, newSpoolBytes, newMaxBytes, hosts, fileRoots, objectStore);
        }

        public Payloads withHosts(Set<String> value) {
            return new Payloads(spool, spoolBytes, maxBytes, value, fileRoots, objectStore);
        }

        public Payloads withFileRoots(Set<Path> value) {
            return new Payloads(spool, spoolBytes, maxBytes, hosts, value, objectStore);
        }

        public Payloads withObjectStore(ObjectStore value) {
            return new Payloads(spool, spoolBytes, maxBytes, hosts, fileRoots, value);
        }
    }

    /**
     * An object store with S3's protocol. Credentials come by the usual chain.
     *
     * @param endpoint address of a store of one's own; empty: Amazon's
     * @param region empty: by the usual chain
     * @param buckets buckets that payloads may be read from; none by default
     */
    public record ObjectStore(Optional<URI> endpoint, Optional<String> region, Set<String> buckets) {
        public ObjectStore {
            buckets = Set.copyOf(buckets);
        }
    }

    /**
     * Where proofs go that are too large for a message.
     *
     * @param inlineBytes largest proof that travels in its result
     * @param store a {@code file://} folder or {@code s3://bucket/prefix} for larger ones; empty: every proof travels in its result
     */
    public record Results(long inlineBytes, Optional<URI> store) {}

    /** The defaults, for a cluster and a group. */
    public static QueueSettings defaults(String bootstrapServers, String group) {
        return new QueueSettings(
                bootstrapServers,
                group,
                TopicNames.DEFAULT,
                new Creation(true, 12, (short) -1),
                new Membership(
                        GroupProtocol.CONSUMER,
                        false,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(5)),
                new Intake(2, 8, 256L << 20),
                new Retry(3, 2, Duration.ofSeconds(2), Duration.ofMinutes(5)),
                new Payloads(
                        Path.of(System.getProperty("java.io.tmpdir"), "proofmill-spool"),
                        16L << 30,
                        4L << 30,
                        Set.of(),
                        Set.of(),
                        new ObjectStore(Optional.empty(), Optional.empty(), Set.of())),
                new Results(2L << 20, Optional.empty()),
                Duration.ofSeconds(15),
                Duration.ofDays(7),
                Map.of());
    }

    public QueueSettings withTopics(TopicNames value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                value,
                creation,
                membership,
                intake,
                retry,
                payloads,
                results,
                transactionTimeout,
                retention,
                kafka);
    }

    public QueueSettings withCreation(Creation value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                value,
                membership,
                intake,
                retry,
                payloads,
                results,
                transactionTimeout,
                retention,
                kafka);
    }

    public QueueSettings withMembership(Membership value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                creation,
                value,
                intake,
                retry,
                payloads,
                results,
                transactionTimeout,
                retention,
                kafka);
    }

    public QueueSettings withIntake(Intake value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                creation,
                membership,
                value,
                retry,
                payloads,
                results,
                transactionTimeout,
                retention,
                kafka);
    }

    public QueueSettings withRetry(Retry value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                creation,
                membership,
                intake,
                value,
                payloads,
                results,
                transactionTimeout,
                retention,
                kafka);
    }

    public QueueSettings withPayloads(Payloads value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                creation,
                membership,
                intake,
                retry,
                value,
                results,
                transactionTimeout,
                retention,
                kafka);
    }

    public QueueSettings withResults(Results value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                creation,
                membership,
                intake,
                retry,
                payloads,
                value,
                transactionTimeout,
                retention,
                kafka);
    }

    public QueueSettings withTransactionTimeout(Duration value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                creation,
                membership,
                intake,
                retry,
                payloads,
                results,
                value,
                retention,
                kafka);
    }

    public QueueSettings withRetention(Duration value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                creation,
                membership,
                intake,
                retry,
                payloads,
                results,
                transactionTimeout,
                value,
                kafka);
    }

    public QueueSettings withKafka(Map<String, String> value) {
        return new QueueSettings(
                bootstrapServers,
                group,
                topics,
                creation,
                membership,
                intake,
                retry,
                payloads,
                results,
                transactionTimeout,
                retention,
                value);
    }
}
