package io.proofmill.queue;

import io.proofmill.queue.JobTicket.Stage;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where each ticket stands, and the steps from one place to the next; a ticket's stage and its place change together. It decides nothing. It belongs to the poll thread. */
final class WorkInHand {
    private final Consumer<List<JobPayload>> payloadsBack;
    private final ReadyJobs<JobTicket> ready = new ReadyJobs<>();
    private final NavigableSet<JobTicket> delayed = new TreeSet<>(
            Comparator.comparing((JobTicket ticket) -> ticket.dueAt).thenComparing(JobTicket.BY_PLACE));
    /** Tickets with a deadline of which it is not known yet what is to be published. */
    private final NavigableSet<JobTicket> withDeadline = new TreeSet<>(
            Comparator.comparing((JobTicket ticket) -> ticket.request.deadline().orElseThrow())
                    .thenComparing(JobTicket.BY_PLACE));

    private final Map<String, JobTicket> active = new HashMap<>();
    private final Set<JobTicket> starting = new LinkedHashSet<>();
    private final Set<JobTicket> running = new LinkedHashSet<>();
    private final Set<JobTicket> settled = new LinkedHashSet<>();
    private final Map<String, Integer> bufferedByTopic = new HashMap<>();
    private long bytes;
    private long bytesDelayed;

    /** @param payloadsBack takes what a job's payloads occupied, once nobody needs it */
    WorkInHand(Consumer<List<JobPayload>> payloadsBack) {
        this.payloadsBack = payloadsBack;
    }

    /** A record comes in. */
    void arrive(JobTicket ticket) {
        ticket.partition.tickets.add(ticket);
        buffer(ticket);
        count(ticket, ticket.bytes());
    }

    /** From now on the ticket is the one that stands for its job id. */
    void activate(JobTicket ticket) {
        active.put(ticket.request.jobId(), ticket);
        watchDeadline(ticket);
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
        bytesDelayed += ticket.countedBytes;
    }

    /** The next ticket whose moment has come; it stays where it is. */
    Optional<JobTicket> due(Instant now) {
        return delayed.isEmpty()
                ? Optional.empty()
                : Optional.of(delayed.first()).filter(ticket -> !ticket.dueAt.isAfter(now));
    }

    /** Takes the next ticket whose deadline has passed out of those that are watched. */
    Optional<JobTicket> nextOverdue(Instant now) {
        if (withDeadline.isEmpty() || !Conclusions.isPastDeadline(withDeadline.first(), now)) {
            return Optional.empty();
        }
        return Optional.of(withDeadline.pollFirst());
    }

    /** Takes up a ticket that was put off. */
    void takeUp(JobTicket ticket) {
        endDelay(ticket);
        buffer(ticket);
        ticket.stage = Stage.WAITING;
    }

    /** The ticket could start now. */
    void ready(JobTicket ticket) {
        ticket.stage = Stage.READY;
        count(ticket, ticket.bytes());
        ready.add(ticket.request.priority(), ticket);
    }

    /** A job that was handed back within the same worker could start once more. */
    void readyAgain(JobTicket ticket) {
        buffer(ticket);
        ready(ticket);
        watchDeadline(ticket);
    }

    /** The ticket whose turn it is, and behind it those that may overtake it when there is no room for it. */
    List<JobTicket> inTurn() {
        return ready.inTurn(WorkInHand::hasRoomInLedger);
    }

    /** True when the ticket's start can be described by its partition's next commit, beside the starts that are under way. One that cannot holds up nobody on other partitions. */
    private static boolean hasRoomInLedger(JobTicket ticket) {
        return ticket.partition.ledger().mayStart(ticket.offset(), ticket.partition.starting);
    }

    /** The start of a ticket that {@link #inTurn} named is to be made durable. */
    void start(JobTicket ticket, Instant now) {
        ready.take(ticket, WorkInHand::hasRoomInLedger);
        unbuffer(ticket);
        ticket.stage = Stage.STARTING;
        ticket.startedAt = now;
        starting.add(ticket);
        ticket.partition.starting++;
    }

    /** Takes the ticket from those that start; false when its start is no longer wanted. */
    boolean endStarting(JobTicket ticket) {
        boolean wanted = starting.remove(ticket);
        if (wanted) {
            ticket.partition.starting--;
        }
        return wanted;
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
        leaveWaiting(ticket);
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
        leaveWaiting(ticket);
        endStarting(ticket);
        settled.remove(ticket);
        gone(ticket);
        ticket.cancellation.request();
    }

    /** Nothing more is done with the ticket here. */
    void gone(JobTicket ticket) {
        ticket.stage = Stage.GONE;
        count(ticket, 0);
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

    /** Bytes of all jobs, but of those that wait for their time. */
    long bytes() {
        return bytes - bytesDelayed;
    }

    long bytesDelayed() {
        return bytesDelayed;
    }

    private void count(JobTicket ticket, long newBytes) {
        bytes += newBytes - ticket.countedBytes;
        ticket.countedBytes = newBytes;
    }

    private void watchDeadline(JobTicket ticket) {
        if (ticket.request.deadline().isPresent()) {
            withDeadline.add(ticket);
        }
    }

    /** The ticket stands among those that wait for something no longer. */
    private void leaveWaiting(JobTicket ticket) {
        unbuffer(ticket);
        if (ticket.is(Stage.READY)) {
            ready.remove(ticket);
        }
        endDelay(ticket);
        if (ticket.accepted().flatMap(AcceptedRequest::deadline).isPresent()) {
            withDeadline.remove(ticket);
        }
    }

    private void endDelay(JobTicket ticket) {
        if (ticket.is(Stage.DELAYED) && delayed.remove(ticket)) {
            bytesDelayed -= ticket.countedBytes;
        }
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
