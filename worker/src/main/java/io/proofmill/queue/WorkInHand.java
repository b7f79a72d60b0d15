package io.proofmill.queue;

import io.proofmill.queue.JobTicket.Stage;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where each ticket stands, and the steps from one place to the next; a ticket's stage and its place change together. It decides nothing. It belongs to the poll thread. */
final class WorkInHand {
    private final Consumer<List<JobPayload>> payloadsBack;
    private final ReadyJobs<JobTicket> ready = new ReadyJobs<>();
    private final PriorityQueue<JobTicket> delayed =
            new PriorityQueue<>(Comparator.comparing((JobTicket ticket) -> ticket.dueAt));
    private final Map<String, JobTicket> active = new HashMap<>();
    private final Set<JobTicket> starting = new LinkedHashSet<>();
    private final Set<JobTicket> running = new LinkedHashSet<>();
    private final Set<JobTicket> settled = new LinkedHashSet<>();
    private final Map<String, Integer> bufferedByTopic = new HashMap<>();

    /** @param payloadsBack takes what a job's payloads occupied, once nobody needs it */
    WorkInHand(Consumer<List<JobPayload>> payloadsBack) {
        this.payloadsBack = payloadsBack;
    }

    /** A record comes in. */
    void arrive(JobTicket ticket) {
        ticket.partition.tickets.add(ticket);
        buffer(ticket);
    }

    /** From now on the ticket is the one that stands for its job id. */
    void activate(JobTicket ticket) {
        active.put(ticket.request.jobId(), ticket);
    }

    /** The ticket that stands for a job id. */
    Optional<JobTicket> active(String jobId) {
        return Optional.ofNullable(active.get(jobId));
    }

    /** Puts the ticket off; it counts as buffered no longer. */
    void delay(JobTicket ticket, Instant until) {
        unbuffer(ticket);
        ticket.stage = Stage.DELAYED;
        ticket.dueAt = until;
        delayed.add(ticket);
    }

    /** The next ticket whose moment has come; it stays where it is. */
    Optional<JobTicket> due(Instant now) {
        return Optional.ofNullable(delayed.peek()).filter(ticket -> !ticket.dueAt.isAfter(now));
    }

    /** Takes up a ticket that was put off. */
    void takeUp(JobTicket ticket) {
        delayed.remove(ticket);
        buffer(ticket);
        ticket.stage = Stage.WAITING;
    }

    /** The ticket could start now. */
    void ready(JobTicket ticket) {
        ticket.stage = Stage.READY;
        ready.add(ticket.request.priority(), ticket);
    }

    /** A job that was handed back within the same worker could start once more. */
    void readyAgain(JobTicket ticket) {
        buffer(ticket);
        ready(ticket);
    }

    /** The ticket that {@link #startNext} would take. */
    Optional<JobTicket> next() {
        return ready.peek();
    }

    /** True when the ticket's start can be described by its partition's next commit, beside the starts that are under way. */
    boolean hasRoomInLedger(JobTicket ticket) {
        long underWay = starting.stream()
                .filter(other -> other.partition == ticket.partition)
                .count();
        return ticket.partition.ledger().mayStart(ticket.offset(), underWay);
    }

    /** The next ticket's start is to be made durable. */
    void startNext(Instant now) {
        JobTicket ticket = ready.take().orElseThrow();
        unbuffer(ticket);
        ticket.stage = Stage.STARTING;
        ticket.startedAt = now;
        starting.add(ticket);
    }

    /** Takes the ticket from those that start; false when its start is no longer wanted. */
    boolean endStarting(JobTicket ticket) {
        return starting.remove(ticket);
    }

    void run(JobTicket ticket, long nanos) {
        ticket.stage = Stage.RUNNING;
        ticket.startedNanos = nanos;
        running.add(ticket);
    }

    /** The handler has come back. */
    void endRunning(JobTicket ticket) {
        running.remove(ticket);
        ticket.releasePermit();
        releaseIfOver(ticket);
    }

    /** It is known what is to be published for the ticket. */
    void settle(JobTicket ticket, Settlement settlement, Instant now) {
        unbuffer(ticket);
        ready.removeIf(other -> other == ticket);
        delayed.remove(ticket);
        ticket.settlement = settlement;
        ticket.settledAt = now;
        ticket.stage = Stage.SETTLED;
        settled.add(ticket);
    }

    /** Takes the ticket from those that are to be published; false when that is no longer wanted. */
    boolean endSettled(JobTicket ticket) {
        return settled.remove(ticket);
    }

    /** Drops the ticket, wherever it stands; a handler that works on it is asked to stop. */
    void forget(JobTicket ticket) {
        unbuffer(ticket);
        ready.removeIf(other -> other == ticket);
        delayed.remove(ticket);
        starting.remove(ticket);
        settled.remove(ticket);
        gone(ticket);
        ticket.cancellation.request();
    }

    /** Nothing more is done with the ticket here. */
    void gone(JobTicket ticket) {
        ticket.stage = Stage.GONE;
        ticket.partition.tickets.remove(ticket);
        ticket.accepted().ifPresent(request -> active.remove(request.jobId(), ticket));
        releaseIfOver(ticket);
    }

    Collection<JobTicket> starting() {
        return List.copyOf(starting);
    }

    Collection<JobTicket> running() {
        return List.copyOf(running);
    }

    /** Tickets whose settlement is to be published, the first ones of them. */
    List<JobTicket> settled(int atMost) {
        return settled.stream().limit(atMost).toList();
    }

    /** Jobs that run or are about to. */
    int startedCount() {
        return running.size() + starting.size();
    }

    int delayedCount() {
        return delayed.size();
    }

    /** Jobs of a topic that have not been started; those that wait for their time not counted. */
    int buffered(String topic) {
        return bufferedByTopic.getOrDefault(topic, 0);
    }

    /** Partition numbers on which jobs run, or are about to. */
    Set<Integer> busyNumbers() {
        return Stream.concat(running.stream(), starting.stream())
                .map(JobTicket::number)
                .collect(Collectors.toSet());
    }

    /** Bytes of the partitions' jobs, but of those that wait for their time. */
    long bytes(Collection<PartitionIntake> partitions) {
        return partitions.stream()
                        .flatMap(partition -> partition.tickets.stream())
                        .mapToLong(JobTicket::bytes)
                        .sum()
                - bytesDelayed();
    }

    long bytesDelayed() {
        return delayed.stream().mapToLong(JobTicket::bytes).sum();
    }

    /** Gives back what a job held, once neither the queue nor the handler needs it. */
    private void releaseIfOver(JobTicket ticket) {
        if (ticket.is(Stage.GONE) && !running.contains(ticket)) {
            ticket.releasePermit();
            payloadsBack.accept(ticket.payloads);
        }
    }

    private void buffer(JobTicket ticket) {
        bufferedByTopic.merge(ticket.partition.name.topic(), 1, Integer::sum);
    }

    private void unbuffer(JobTicket ticket) {
        if (ticket.is(Stage.DECODING) || ticket.is(Stage.WAITING) || ticket.is(Stage.READY)) {
            bufferedByTopic.merge(ticket.partition.name.topic(), -1, Integer::sum);
        }
    }
}
