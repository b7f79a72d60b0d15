package io.proofmill.queue;

import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.DelayedJob;
import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.JobState;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.PhaseTiming;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the records that say what became of a job. No Kafka client, no state: only what goes into which topic. */
final class OutcomeRecords {
    /** Longest key and name that go into a letter without bytes. */
    private static final int MAX_SMALL = 1_024;

    private final TopicNames topics;
    private final WorkerId worker;
    private final Clock clock;

    OutcomeRecords(TopicNames topics, WorkerId worker, Clock clock) {
        this.topics = topics;
        this.worker = worker;
        this.clock = clock;
    }

    /** A start, for the fleet's memory: written before the attempt, so that a death is known with its worker and build. */
    Settlement started(AcceptedRequest request, List<Attempt> attempts, int partition) {
        JobRecord memory = memory(request, JobState.STARTED, attempts).build();
        return new Settlement(Settlement.Kind.STARTED, List.of(remembered(memory, partition)));
    }

    /**
     * A proof.
     *
     * @param kept where the proof is when it is too large for the result
     */
    Settlement proved(
            AcceptedRequest request,
            List<Attempt> attempts,
            AttemptEvents events,
            Outcome.Proved proved,
            Optional<PayloadReference> kept,
            Instant acceptedAt,
            int partition) {
        ProofResult result = ProofResult.newBuilder()
                .setJobId(request.jobId())
                .setStatementDigest(request.statementDigest())
                .setCircuit(request.request().getCircuit())
                .setCircuitVersion(
                        proved.circuitVersion().orElse(request.request().getCircuitVersion()))
                .setCurve(proved.curve())
                .setForm(proved.form())
                .setProof(kept.isPresent() ? null : proved.proof())
                .setProofReference(kept.orElse(null))
                .setPublicSignals(proved.publicSignals())
                .setWorker(worker.toRecord())
                .setDevice(proved.device())
                .setAttempt(events.attempt())
                .setQueueSeconds(queueSeconds(request, acceptedAt))
                .setTimings(proved.timings().stream()
                        .map(t -> new PhaseTiming(t.phase(), t.nanos()))
                        .toList())
                .setCompletedAt(clock.instant())
                .setLabels(request.request().getLabels())
                .build();
        JobRecord memory =
                memory(request, JobState.PROVED, attempts).setResult(result).build();
        ProofEvent event = events.next("published").setDevice(proved.device()).build();
        return new Settlement(
                Settlement.Kind.PROVED,
                List.of(result(result, events), event(event, events), remembered(memory, partition)));
    }

    /** The earlier result once more, for a request that came again. */
    Settlement reannounced(AttemptEvents events, ProofResult earlier) {
        ProofResult again = ProofResult.newBuilder(earlier).setReannounced(true).build();
        return new Settlement(
                Settlement.Kind.REPEATED,
                List.of(result(again, events), event(events.next("duplicate").build(), events)));
    }

    /** Only the news that a request came again: its one outcome stands, or is still to come. */
    Settlement repeated(AttemptEvents events, Optional<String> reasonCode, String sentence) {
        ProofEvent event = events.next("duplicate")
                .setReasonCode(reasonCode.orElse(null))
                .setMessage(sentence)
                .build();
        return new Settlement(Settlement.Kind.REPEATED, List.of(event(event, events)));
    }

    /**
     * A dead letter for a request that was decoded.
     *
     * @param attempts what is known of each attempt, the failed one included
     * @param binds whether the outcome is remembered under the job id; a conflict must not replace what the id is bound to
     */
    Settlement deadLetter(
            AcceptedRequest request,
            List<Attempt> attempts,
            AttemptEvents events,
            Outcome.Failed failed,
            boolean binds,
            int partition) {
        DeadLetter letter = letter(request.raw(), Optional.of(request.request()), failed)
                .setStatementDigest(request.statementDigest())
                .setAttempts(Survivals.used(attempts))
                .setHistory(attempts)
                .build();
        boolean cancelled = Reason.CANCELLED.name().equals(failed.reasonCode());
        ProofEvent event = events.next(cancelled ? "cancelled" : "dead-lettered")
                .setReasonCode(failed.reasonCode())
                .setFailureClass(failed.failureClass())
                .setMessage(failed.message())
                .setDevice(failed.device().orElse(null))
                .build();
        List<Outgoing> records = new ArrayList<>(List.of(letter(letter).with(events.trace()), event(event, events)));
        if (binds) {
            JobState state = cancelled ? JobState.CANCELLED : JobState.DEAD_LETTERED;
            records.add(remembered(
                    memory(request, state, attempts)
                            .setReasonCode(failed.reasonCode())
                            .build(),
                    partition));
        }
        return new Settlement(Settlement.Kind.DEAD_LETTERED, records);
    }

    /** A dead letter for a record that is no request. */
    Settlement refused(RequestDecoder.Decoded.Refused refused) {
        Outcome.Failed failed = new Outcome.Failed(
                Reason.INVALID_REQUEST.name(), refused.sentence(), FailureClass.PERMANENT, Optional.empty());
        return new Settlement(
                Settlement.Kind.DEAD_LETTERED,
                List.of(letter(letter(refused.raw(), refused.request(), failed).build())));
    }

    /** The same dead letter without the bytes, for a topic that does not take them: the source says where they are. */
    Settlement withoutBytes(RawRecord raw, Optional<AcceptedRequest> request) {
        Outcome.Failed failed = new Outcome.Failed(
                Reason.TOO_LARGE.name(),
                "the outcome of the request of %d bytes is larger than the topics take; the request stands at %s-%d offset %d"
                        .formatted(
                                raw.size(),
                                raw.source().getTopic(),
                                raw.source().getPartition(),
                                raw.source().getOffset()),
                FailureClass.PERMANENT,
                Optional.empty());
        DeadLetter letter = letter(raw, request.map(AcceptedRequest::request), failed)
                .setKey(raw.key() == null || raw.key().remaining() > MAX_SMALL ? null : raw.key())
                .setValue(null)
                .setHeaders(List.of())
                .build();
        if (letter.getCircuit() != null && letter.getCircuit().length() > MAX_SMALL) {
            letter.setCircuit(letter.getCircuit().substring(0, MAX_SMALL));
        }
        return new Settlement(Settlement.Kind.DEAD_LETTERED, List.of(letter(letter)));
    }

    /** A move to the retries. */
    Settlement retried(
            AcceptedRequest request,
            List<Attempt> attempts,
            AttemptEvents events,
            Outcome.Failed failed,
            Duration delay,
            int partition) {
        Instant now = clock.instant();
        DelayedJob delayed = DelayedJob.newBuilder()
                .setJobId(request.jobId())
                .setSource(request.raw().source())
                .setKey(request.raw().key())
                .setValue(request.raw().value())
                .setHeaders(request.raw().headers())
                .setNotBefore(now.plus(delay))
                .setAttempts(attempts)
                .setLastDevice(failed.device().orElse(null))
                .setReasonCode(failed.reasonCode())
                .setMessage(failed.message())
                .setWorker(worker.toRecord())
                .setAt(now)
                .build();
        ProofEvent event = events.next("retried")
                .setReasonCode(failed.reasonCode())
                .setFailureClass(failed.failureClass())
                .setMessage(failed.message())
                .setDevice(failed.device().orElse(null))
                .build();
        Outgoing retry = Outgoing.toPartition(topics.retries(), partition, Outgoing.keyOf(request.jobId()), delayed);
        return new Settlement(Settlement.Kind.RETRIED, List.of(retry.with(request.trace()), event(event, events)));
    }

    private DeadLetter.Builder letter(RawRecord raw, Optional<ProofRequest> request, Outcome.Failed failed) {
        return DeadLetter.newBuilder()
                .setJobId(request.map(ProofRequest::getJobId).orElse(null))
                .setCircuit(request.map(ProofRequest::getCircuit).orElse(null))
                .setSource(raw.source())
                .setKey(raw.key())
                .setValue(raw.value())
                .setValueSize(raw.value() == null ? -1 : raw.value().remaining())
                .setHeaders(raw.headers())
                .setReasonCode(failed.reasonCode())
                .setMessage(failed.message())
                .setFailureClass(failed.failureClass())
                .setWorker(worker.toRecord())
                .setAt(clock.instant())
                .setReplays(request.map(ProofRequest::getReplay)
                        .map(replay -> replay.getCount())
                        .orElse(0));
    }

    private JobRecord.Builder memory(AcceptedRequest request, JobState state, List<Attempt> attempts) {
        return JobRecord.newBuilder()
                .setJobId(request.jobId())
                .setStatementDigest(request.statementDigest())
                .setState(state)
                .setSource(request.raw().source())
                .setAttempts(attempts)
                .setAt(clock.instant())
                .setReplays(
                        request.request().getReplay() == null
                                ? 0
                                : request.request().getReplay().getCount());
    }

    private Outgoing result(ProofResult result, AttemptEvents events) {
        return Outgoing.byKey(topics.results(), Outgoing.keyOf(result.getJobId()), result)
                .with(events.trace());
    }

    private Outgoing event(ProofEvent event, AttemptEvents events) {
        return Outgoing.byKey(topics.events(), Outgoing.keyOf(event.getJobId()), event)
                .with(events.trace());
    }

    private Outgoing letter(DeadLetter letter) {
        ByteBuffer key = letter.getJobId() == null ? letter.getKey() : Outgoing.keyOf(letter.getJobId());
        return Outgoing.byKey(topics.deadLetters(), key, letter);
    }

    private Outgoing remembered(JobRecord memory, int partition) {
        return Outgoing.toPartition(topics.jobs(), partition, Outgoing.keyOf(memory.getJobId()), memory);
    }

    private static double queueSeconds(AcceptedRequest request, Instant acceptedAt) {
        Instant created = request.request().getCreatedAt();
        Instant from =
                created.toEpochMilli() > 0 ? created : request.raw().source().getTimestamp();
        return Math.max(0, Duration.between(from, acceptedAt).toMillis() / 1e3);
    }
}
