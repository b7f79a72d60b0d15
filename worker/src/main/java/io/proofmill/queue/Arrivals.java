package io.proofmill.queue;

import io.proofmill.queue.JobTicket.Stage;
import io.proofmill.queue.JobTicket.StopCause;
import io.proofmill.queue.RequestDecoder.Decoded;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.ProofResult;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of a record to a job that could start: decoded, judged beside what is known of its id, its payloads brought to hand. It belongs to the poll thread. */
final class Arrivals {
    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    private final WorkInHand hand;
    private final AttemptHistory history;
    private final Conclusions conclusions;
    private final Cancellations cancellations;
    private final Preparation preparation;
    private final JobFlow.Recall recall;
    private final JobFlow.Inquest inquest;
    private final OutcomeRecords records;
    private final EventDesk desk;
    private final Clock clock;

    Arrivals(
            WorkInHand hand,
            AttemptHistory history,
            Conclusions conclusions,
            Cancellations cancellations,
            Preparation preparation,
            JobFlow.Recall recall,
            JobFlow.Inquest inquest,
            OutcomeRecords records,
            EventDesk desk,
            Clock clock) {
        this.hand = hand;
        this.history = history;
        this.conclusions = conclusions;
        this.cancellations = cancellations;
        this.preparation = preparation;
        this.recall = recall;
        this.inquest = inquest;
        this.records = records;
        this.desk = desk;
        this.clock = clock;
    }

    void take(PartitionIntake partition, ConsumerRecord<byte[], byte[]> record) {
        JobTicket ticket = new JobTicket(partition, record);
        hand.arrive(ticket);
        preparation.decode(record, () -> !ticket.is(Stage.GONE), decoded -> onDecoded(ticket, decoded));
    }

    /** Takes up a job that was put off. */
    void goOn(JobTicket ticket) {
        hand.takeUp(ticket);
        prepare(ticket);
    }

    private void onDecoded(JobTicket ticket, Decoded decoded) {
        if (ticket.is(Stage.GONE)) {
            return;
        }
        switch (decoded) {
            case Decoded.Refused refused -> {
                LOG.info(
                        "{}-{} offset {} is no request: {}",
                        ticket.record.topic(),
                        ticket.record.partition(),
                        ticket.offset(),
                        refused.sentence());
                conclusions.settle(ticket, records.refused(refused));
            }
            case Decoded.Accepted accepted -> onAccepted(ticket, accepted.request());
        }
    }

    private void onAccepted(JobTicket ticket, AcceptedRequest request) {
        ticket.request = request;
        ticket.acceptedAt = clock.instant();
        ticket.before = history.known(request, ticket.history());
        ticket.events = desk.open(request, ticket.before.size());
        ticket.stage = Stage.WAITING;
        Judgement judgement = besideTwin(ticket);
        judged(
                ticket,
                judgement instanceof Judgement.GoOn ? Judgement.of(request, ticket.partition.memory()) : judgement);
    }

    /**
     * What a job in hand with the same id says, before anything is remembered of it. A ticket of the same request is no twin: its retry may be read before the answer to its own publication is.
     */
    private Judgement besideTwin(JobTicket ticket) {
        Optional<JobTicket> twin = hand.active(ticket.request.jobId())
                .filter(other -> !other.request
                        .raw()
                        .source()
                        .equals(ticket.request.raw().source()));
        if (twin.isEmpty()) {
            return new Judgement.GoOn();
        }
        boolean same = twin.get().request.statementDigest().equals(ticket.request.statementDigest());
        return same ? new Judgement.UnderWay() : new Judgement.Conflict();
    }

    private void judged(JobTicket ticket, Judgement judgement) {
        switch (judgement) {
            case Judgement.GoOn ignored -> {
                hand.activate(ticket);
                prepare(ticket);
            }
            case Judgement.ProvedBefore before ->
                recall.find(
                        ticket.number(), before.entry(), ticket.request.jobId(), result -> onRecalled(ticket, result));
            case Judgement.FailedBefore before ->
                conclusions.settle(
                        ticket,
                        records.repeated(
                                ticket.events,
                                Optional.ofNullable(before.reasonCode()),
                                "the job came again; its earlier dead letter stands"));
            case Judgement.UnderWay ignored ->
                conclusions.settle(
                        ticket,
                        records.repeated(ticket.events, Optional.empty(), "the job came again while it was under way"));
            case Judgement.Conflict ignored -> conclusions.settle(ticket, conflict(ticket));
        }
    }

    /** The earlier statement keeps the id: of this one nothing is remembered. */
    private Settlement conflict(JobTicket ticket) {
        Outcome.Failed failed = new Outcome.Failed(
                Reason.CONFLICT.name(),
                "job id %s stands for another statement already".formatted(ticket.request.jobId()),
                FailureClass.PERMANENT,
                Optional.empty());
        return records.deadLetter(ticket.request, List.of(), ticket.events, failed, false, ticket.number());
    }

    private void onRecalled(JobTicket ticket, Optional<ProofResult> result) {
        if (!ticket.is(Stage.WAITING)) {
            return;
        }
        if (result.isPresent()) {
            conclusions.settle(ticket, records.reannounced(ticket.events, result.get()));
        } else {
            judged(ticket, besideTwin(ticket)); // deleted meanwhile: proved again
        }
    }

    /** Brings a job that is to be worked on nearer to its start. */
    private void prepare(JobTicket ticket) {
        AcceptedRequest request = ticket.request;
        Optional<String> cancelled = cancellations.of(request);
        if (cancelled.isPresent()) {
            conclusions.stop(ticket, StopCause.CANCELLED, cancelled.get());
        } else if (history.isPoison(ticket) && ticket.doubted) {
            inquest.hold(request.jobId(), ticket.before, attempts -> onInquestHeld(ticket, attempts));
        } else if (history.isPoison(ticket)) {
            ticket.doubted = true;
            hand.delay(ticket, clock.instant().plus(FailurePolicy.DOUBT));
        } else if (!conclusions.settleIfTooLate(ticket)) {
            Optional<Instant> notBefore = request.notBefore().filter(clock.instant()::isBefore);
            notBefore.ifPresentOrElse(moment -> hand.delay(ticket, moment), () -> resolve(ticket));
        }
    }

    private void onInquestHeld(JobTicket ticket, List<Attempt> attempts) {
        if (ticket.is(Stage.WAITING)) {
            ticket.before = history.known(ticket.request, attempts);
            if (history.isPoison(ticket)) {
                long deaths = Survivals.deaths(ticket.before);
                conclusions.giveUp(ticket, Reason.POISON, "%d worker(s) died while the job ran".formatted(deaths));
            } else {
                prepare(ticket);
            }
        }
    }

    private void resolve(JobTicket ticket) {
        preparation.resolve(
                ticket.request,
                () -> ticket.is(Stage.WAITING),
                payloads -> onResolved(ticket, payloads),
                failure -> onUnresolved(ticket, failure));
    }

    private void onResolved(JobTicket ticket, List<JobPayload> payloads) {
        if (ticket.is(Stage.WAITING)) {
            ticket.payloads = payloads;
            ticket.payloadsAt = clock.instant();
            hand.ready(ticket);
        } else {
            preparation.release(payloads);
        }
    }

    private void onUnresolved(JobTicket ticket, PayloadException failure) {
        if (ticket.is(Stage.WAITING)) {
            conclusions.giveUp(ticket, failure.reason(), failure.getMessage());
        }
    }
}
