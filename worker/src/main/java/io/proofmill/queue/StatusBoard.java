package io.proofmill.queue;

import io.proofmill.queue.QueueStatus.State;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a {@link QueueStatus} off loop and flow. It belongs to the poll thread. */
final class StatusBoard {
    private final IntakeLoop loop;
    private final JobFlow flow;
    private final Troubles troubles;
    private final IntakeHold hold;
    private final WorkerId worker;
    private final Clock clock;

    StatusBoard(IntakeLoop loop, JobFlow flow, Troubles troubles, IntakeHold hold, WorkerId worker, Clock clock) {
        this.loop = loop;
        this.flow = flow;
        this.troubles = troubles;
        this.hold = hold;
        this.worker = worker;
        this.clock = clock;
    }

    static QueueStatus blank(State state, WorkerId worker, Instant at) {
        return new QueueStatus(
                state, worker, at, false, false, List.of(), List.of(), List.of(), Map.of(), 0, 0, 0, 0, 0);
    }

    QueueStatus read(State state) {
        List<PartitionIntake> partitions = List.copyOf(loop.partitions());
        Map<String, Integer> buffered = new HashMap<>();
        partitions.forEach(p -> buffered.put(p.name.topic(), flow.buffered(p.name.topic())));
        return new QueueStatus(
                state,
                worker,
                clock.instant(),
                loop.joined(),
                hold.paused(),
                troubles.all(),
                partitions.stream().map(this::partition).toList(),
                flow.running().stream().map(StatusBoard::job).toList(),
                buffered,
                flow.delayedCount(),
                flow.counts().of(Settlement.Kind.PROVED),
                flow.counts().of(Settlement.Kind.DEAD_LETTERED),
                flow.counts().of(Settlement.Kind.RETRIED),
                flow.counts().of(Settlement.Kind.REPEATED));
    }

    private QueueStatus.Partition partition(PartitionIntake partition) {
        boolean starting = partition.ledger() == null;
        OptionalLong unread = starting ? OptionalLong.empty() : loop.unread(partition);
        List<JobTicket> waiting = partition.tickets.stream()
                .filter(t -> !t.is(JobTicket.Stage.RUNNING) && !t.is(JobTicket.Stage.DELAYED))
                .toList();
        return new QueueStatus.Partition(
                partition.name.topic(),
                partition.name.partition(),
                starting ? -1 : partition.ledger().base(),
                unread.isPresent() ? Optional.of(unread.getAsLong() + waiting.size()) : Optional.empty(),
                waiting.stream()
                        .map(t -> Instant.ofEpochMilli(t.record.timestamp()))
                        .min(Comparator.naturalOrder()),
                starting);
    }

    private static QueueStatus.RunningJob job(JobTicket ticket) {
        return new QueueStatus.RunningJob(
                ticket.job.id(),
                ticket.job.circuit(),
                ticket.job.attempt(),
                ticket.events.phase(),
                ticket.events.device(),
                ticket.startedAt);
    }
}
