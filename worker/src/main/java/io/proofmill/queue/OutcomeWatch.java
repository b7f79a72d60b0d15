package io.proofmill.queue;

import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import io.proofmill.schemas.RecordCoordinates;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Waits for what becomes of one request. Open it before the request is sent: it reads what is written from then on, so an earlier outcome of the same job id is not taken for this one's. A request that
 * came again is answered by its earlier result announced once more, or by an event that says that its earlier dead letter stands. Not thread-safe.
 */
public final class OutcomeWatch implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);

    /** How long topics that are not there yet are waited for. */
    private static final Duration TOPICS = Duration.ofSeconds(10);

    /** What became of the request. */
    public sealed interface Answer {
        /** It was proved, now or before. */
        record Proved(ProofResult result) implements Answer {}

        /** It was given up, now or before. */
        record GivenUp(String reasonCode, String message) implements Answer {}
    }

    private final TopicReader<ProofResult> results;
    private final TopicReader<DeadLetter> letters;
    private final TopicReader<ProofEvent> events;
    private DeadLetter latest;
    private boolean beside;
    private Answer answer;

    private OutcomeWatch(
            TopicReader<ProofResult> results, TopicReader<DeadLetter> letters, TopicReader<ProofEvent> events) {
        this.results = results;
        this.letters = letters;
        this.events = events;
    }

    /** Watches from now on. Topics that a worker is about to make are waited for. */
    public static OutcomeWatch open(QueueSettings settings, SchemaRegistry registry, String clientName) {
        OutcomeWatch watch = new OutcomeWatch(
                whenThere(settings.topics().results(), () -> TopicReader.results(settings, registry, clientName)),
                whenThere(
                        settings.topics().deadLetters(), () -> TopicReader.deadLetters(settings, registry, clientName)),
                whenThere(settings.topics().events(), () -> TopicReader.events(settings, registry, clientName)));
        watch.results.skipToEnd();
        watch.letters.skipToEnd();
        watch.events.skipToEnd();
        return watch;
    }

    private static <T extends SpecificRecord> TopicReader<T> whenThere(String topic, Supplier<TopicReader<T>> opening) {
        long end = System.nanoTime() + TOPICS.toNanos();
        while (true) {
            TopicReader<T> reader = opening.get();
            if (reader.isThere()) {
                return reader;
            }
            reader.close();
            if (System.nanoTime() - end >= 0) {
                throw new QueueException(
                        Reason.BROKER_UNAVAILABLE.name(),
                        "the brokers have no topic " + topic
                                + "; expected one that the worker or an operator has made");
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Pauser.SLEEP.pause(POLL);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /**
     * Waits for at most so long.
     *
     * @param request what was sent
     * @param at where it stands
     * @return empty when nothing had become of it by then
     */
    public Optional<Answer> await(ProofRequest request, RecordCoordinates at, Duration patience) {
        String statement = StatementDigest.of(request);
        long end = System.nanoTime() + patience.toNanos();
        while (answer == null && System.nanoTime() - end < 0) {
            results.poll(POLL, (where, result) -> {
                if (result.getJobId().equals(request.getJobId())
                        && result.getStatementDigest().equals(statement)) {
                    answer = new Answer.Proved(result);
                }
            });
            letters.poll(POLL, (where, letter) -> {
                if (isSame(letter.getSource(), at)) {
                    answer = new Answer.GivenUp(letter.getReasonCode(), letter.getMessage());
                } else if (request.getJobId().equals(letter.getJobId())) {
                    latest = letter;
                }
            });
            events.poll(POLL, (where, event) -> take(event, at));
            if (answer == null && beside && latest != null) {
                answer = new Answer.GivenUp(latest.getReasonCode(), latest.getMessage());
            }
        }
        return Optional.ofNullable(answer);
    }

    private void take(ProofEvent event, RecordCoordinates at) {
        boolean isRepeat = event.getPhase().equals("duplicate");
        if (isRepeat && event.getSource() != null && isSame(event.getSource(), at)) {
            if (event.getReasonCode() == null) {
                beside = true; // the same job is under way from another record, whose outcome is this one's
            } else {
                answer = new Answer.GivenUp(event.getReasonCode(), event.getMessage());
            }
        }
    }

    private static boolean isSame(RecordCoordinates one, RecordCoordinates other) {
        return one.getTopic().equals(other.getTopic())
                && one.getPartition() == other.getPartition()
                && one.getOffset() == other.getOffset();
    }

    @Override
    public void close() {
        results.close();
        letters.close();
        events.close();
    }
}
