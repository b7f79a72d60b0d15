package io.proofmill.queue;

import io.proofmill.schemas.Attempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One delivered record on its way through the worker. It belongs to the poll thread. */
final class JobTicket {
    /** By topic, partition and offset: an order in which no two tickets in hand are the same. */
    static final Comparator<JobTicket> BY_PLACE = Comparator.comparing((JobTicket ticket) -> ticket.record.topic())
            .thenComparingInt(ticket -> ticket.record.partition())
            .thenComparingLong(JobTicket::offset);

    /** How far the record is. */
    enum Stage {
        DECODING,
        /** Decoded; its payloads are on their way. */
        WAITING,
        /** A retry whose moment has not come, or a job that may have killed workers and waits for survivors. */
        DELAYED,
        /** Could start. */
        READY,
        /** Its start is being made durable. */
        STARTING,
        RUNNING,
        /** Its settlement waits to be published, or is being published. */
        SETTLED,
        /** Nothing more is done with it here. */
        GONE
    }

    /** Why a running job was asked to stop. */
    enum StopCause {
        NONE,
        CANCELLED,
        DEADLINE,
        /** Another worker takes the job over. */
        HANDED_OVER
    }

    final PartitionIntake partition;
    final ConsumerRecord<byte[], byte[]> record;
    final CancellationSwitch cancellation = new CancellationSwitch();
    Stage stage = Stage.DECODING;
    StopCause stopCause = StopCause.NONE;
    String stopSentence = "";
    AcceptedRequest request;
    List<JobPayload> payloads = List.of();
    /** What is known of the attempts before this worker's, as far as survivors have spoken up by now. */
    List<Attempt> before = List.of();
    /** Moment before which a ticket in stage DELAYED does not go on. */
    Instant dueAt = Instant.MIN;
    /** True when the verdict that workers die of this job has waited for survivors already. */
    boolean doubted;

    Job job;
    AttemptEvents events;
    Permit permit;
    Instant acceptedAt;
    Instant payloadsAt;
    Instant startedAt;
    long startedNanos;
    Settlement settlement;
    Instant settledAt;
    /** Its bytes as they were counted last. */
    long countedBytes;

    JobTicket(PartitionIntake partition, ConsumerRecord<byte[], byte[]> record) {
        this.partition = partition;
        this.record = record;
    }

    long offset() {
        return record.offset();
    }

    /** Number of its partition, the same in all topics of requests. */
    int number() {
        return partition.name.partition();
    }

    /** Bytes that this ticket keeps in memory. */
    long bytes() {
        return (record.value() == null ? 0 : record.value().length)
                + payloads.stream()
                        .filter(JobPayload.InMemory.class::isInstance)
                        .mapToLong(JobPayload::size)
                        .sum();
    }

    boolean is(Stage other) {
        return stage == other;
    }

    /** What is known of the attempts before this worker's: reported ones, and starts that no worker came back from. */
    List<Attempt> history() {
        List<Attempt> history = new ArrayList<>(request.attempts());
        List<Attempt> remembered = partition
                .memory()
                .of(request.jobId())
                .map(JobMemory.Entry::started)
                .map(JobMemory.Started::attempts)
                .orElse(List.of());
        int started = request.attempts().size() + partition.ledger().starts(offset());
        while (history.size() < started) {
            int number = history.size() + 1;
            history.add(remembered.stream()
                    .filter(attempt -> attempt.getNumber() == number)
                    .findFirst()
                    .orElseGet(() -> Attempt.newBuilder().setNumber(number).build()));
        }
        return history;
    }

    /** When a job that starts came so far. */
    JobMoments moments() {
        Instant created = request.request().getCreatedAt();
        Instant requestedAt = created.toEpochMilli() > 0 ? created : Instant.ofEpochMilli(record.timestamp());
        return new JobMoments(job, requestedAt, acceptedAt, payloadsAt, startedAt);
    }

    Optional<AcceptedRequest> accepted() {
        return Optional.ofNullable(request);
    }

    void releasePermit() {
        if (permit != null) {
            permit.close();
            permit = null;
        }
    }
}
