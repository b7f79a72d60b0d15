package io.proofmill.chaos;

import io.proofmill.chaos.Fault.Strike;
import io.proofmill.queue.embedded.BrokerCluster;
import io.proofmill.queue.embedded.BrokerProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;

/** What happens to brokers. One at a time, so that the others keep the cluster going; the next one only when all have caught up. */
final class BrokerFaults {
    private static final int ANSWER_SECONDS = 5;

    private final BrokerCluster cluster;
    private final Admin admin;
    private final String transactionalIdPrefix;
    private final List<String> workers;
    private final AtomicBoolean claimed = new AtomicBoolean();

    /** @param transactionalIdPrefix a worker's transactional id is this and its instance id */
    BrokerFaults(BrokerCluster cluster, Admin admin, String transactionalIdPrefix, List<String> workers) {
        this.cluster = cluster;
        this.admin = admin;
        this.transactionalIdPrefix = transactionalIdPrefix;
        this.workers = List.copyOf(workers);
    }

    List<Fault> all() {
        return List.of(
                new Fault("broker killed", 2, random -> any(random, this::killAndRestart)),
                new Fault("broker stopped", 1, random -> any(random, this::stopAndRestart)),
                new Fault("broker stalled", 4, this::stall),
                new Fault("all brokers stalled", 1, this::stallAll),
                new Fault("transaction coordinator killed", 1, this::killCoordinator));
    }

    private interface Restart {
        void run(BrokerProcess broker) throws IOException, InterruptedException;
    }

    private Optional<Strike> any(Random random, Restart restart) {
        BrokerProcess broker =
                cluster.brokers().get(random.nextInt(cluster.brokers().size()));
        return claim("broker " + broker.id(), () -> restart.run(broker));
    }

    /** A disk that does not answer for a while looks like this to everybody else. */
    private Optional<Strike> stall(Random random) {
        BrokerProcess broker =
                cluster.brokers().get(random.nextInt(cluster.brokers().size()));
        int millis = random.nextInt(300, 4000);
        return claim("broker " + broker.id() + " for " + millis + " ms", () -> {
            broker.pause();
            try {
                Thread.sleep(millis);
            } finally {
                broker.resume();
            }
        });
    }

    /** Nobody answers, for longer than a session at times: no worker is to blame, and no job. */
    private Optional<Strike> stallAll(Random random) {
        int millis = random.nextInt(1000, 7000);
        return claim("for " + millis + " ms", () -> {
            try {
                for (BrokerProcess broker : cluster.brokers()) {
                    broker.pause();
                }
                Thread.sleep(millis);
            } finally {
                for (BrokerProcess broker : cluster.brokers()) {
                    broker.resume();
                }
            }
        });
    }

    private Optional<Strike> killCoordinator(Random random) {
        String worker = workers.get(random.nextInt(workers.size()));
        return claim("that of " + worker, () -> {
            Optional<BrokerProcess> coordinator = coordinatorOf(transactionalIdPrefix + worker);
            if (coordinator.isPresent()) {
                killAndRestart(coordinator.get());
            }
        });
    }

    private Optional<Strike> claim(String target, Fault.Action action) {
        if (!claimed.compareAndSet(false, true)) {
            return Optional.empty();
        }
        return Optional.of(new Strike(target, () -> {
            try {
                action.run();
            } finally {
                claimed.set(false);
            }
        }));
    }

    private void killAndRestart(BrokerProcess broker) throws IOException, InterruptedException {
        broker.kill();
        restart(broker);
    }

    private void stopAndRestart(BrokerProcess broker) throws IOException, InterruptedException {
        broker.stop();
        restart(broker);
    }

    private void restart(BrokerProcess broker) throws IOException, InterruptedException {
        broker.start();
        while (!isWhole()) {
            Thread.sleep(500);
            if (!broker.isAlive()) {
                broker.start(); // its port was taken for a moment
            }
        }
    }

    /** All brokers are there and every partition of the users' topics has all its replicas in sync. */
    private boolean isWhole() throws InterruptedException {
        try {
            int brokers = cluster.brokers().size();
            if (admin.describeCluster()
                            .nodes()
                            .get(ANSWER_SECONDS, TimeUnit.SECONDS)
                            .size()
                    < brokers) {
                return false;
            }
            var topics = admin.listTopics().names().get(ANSWER_SECONDS, TimeUnit.SECONDS);
            return admin.describeTopics(topics).allTopicNames().get(ANSWER_SECONDS, TimeUnit.SECONDS).values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition -> partition.isr().size() == brokers);
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private Optional<BrokerProcess> coordinatorOf(String transactionalId) throws InterruptedException {
        try {
            int id = admin.describeTransactions(List.of(transactionalId))
                    .description(transactionalId)
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS)
                    .coordinatorId();
            return cluster.brokers().stream()
                    .filter(broker -> broker.id() == id)
                    .findFirst();
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }
}
