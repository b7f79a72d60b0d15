package io.proofmill.cli.fleet;

import io.proofmill.cli.queue.Cluster;
import io.proofmill.queue.GroupView;
import io.proofmill.queue.TopicReader;
import io.proofmill.queue.UnfinishedJobs;
import io.proofmill.queue.UnfinishedJobs.Unfinished;
import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.schemas.ProofEvent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks brokers and events for a {@link StatusReport}, again and again if need be: what was read once is not read again. */
final class FleetReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetReader.class);

    private final Cluster cluster;
    private final InstantSource clock;
    private final FleetHistory history = new FleetHistory();
    private final TopicReader<ProofEvent> events;

    /** @param since how far back events are read */
    FleetReader(Cluster cluster, Duration since, InstantSource clock) {
        this.cluster = cluster;
        this.clock = clock;
        this.events = TopicReader.events(cluster.settings(), cluster.registry(), Cluster.CLIENT);
        events.seekTo(clock.instant().minus(since));
    }

    FleetHistory history() {
        events.readToEnd((at, event) -> history.accept(event));
        return history;
    }

    StatusReport read() throws InterruptedException {
        GroupView view = GroupView.read(cluster.settings(), Cluster.CLIENT);
        Optional<StatusReport.Told> told = Optional.empty();
        List<Unfinished> oldest = List.of();
        try {
            oldest = UnfinishedJobs.read(cluster.settings(), cluster.registry(), Cluster.CLIENT, 1);
            told = Optional.of(new StatusReport.Told(history(), Pace.of(history)));
        } catch (RegistryUnavailableException e) {
            // The brokers' part of the answer needs no registry, and is wanted most when something is amiss.
            LOG.warn("{}", e.getMessage());
        }
        return StatusReport.of(cluster.settings().group(), view, oldest, told, clock.instant());
    }

    @Override
    public void close() {
        events.close();
    }
}
