package io.proofmill.chaos;

import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.ReplayOverrides;
import io.proofmill.queue.Replayer;
import io.proofmill.queue.RequestProducer;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.RecordCoordinates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Sends requests, cancellations and replays, and knows what it has sent. Thread-safe. */
final class Workload {
    /** Sends bytes that are no request. */
    interface Garbage {
        void send(byte[] bytes);
    }

    private final Requests requests;
    private final RequestProducer producer;
    private final Replayer replayer;
    private final Garbage garbage;
    private final EventLog log;
    private final List<ProofRequest> sent = new ArrayList<>();
    private final List<LocatedLetter> letters = new ArrayList<>();
    private final Set<Place> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();

    Workload(Requests requests, RequestProducer producer, Replayer replayer, Garbage garbage, EventLog log) {
        this.requests = requests;
        this.producer = producer;
        this.replayer = replayer;
        this.garbage = garbage;
        this.log = log;
    }

    /** A new job. */
    synchronized void submit(JobScript script) {
        submit(requests.fresh(script));
    }

    /** A new job that must be proved within so many milliseconds. */
    synchronized void submitUrgent(JobScript script, int millis) {
        ProofRequest request = requests.fresh(script);
        request.setDeadline(Instant.ofEpochMilli(System.currentTimeMillis() + millis));
        submit(request);
    }

    /** The very same request again. */
    synchronized void repeat(Random random) {
        anyOf(sent, random).ifPresent(this::send);
    }

    /** Another statement under an id that is taken. */
    synchronized void conflict(Random random) {
        anyOf(sent, random).map(requests::conflicting).ifPresent(this::send);
    }

    /** Bytes that are no request. */
    void garbage(Random random) {
        byte[] bytes = new byte[1 + random.nextInt(50)];
        random.nextBytes(bytes);
        garbage.send(bytes);
    }

    synchronized void cancel(Random random) {
        anyOf(sent, random).map(ProofRequest::getJobId).ifPresent(jobId -> {
            cancelled.add(jobId);
            watch(producer.cancel(jobId, "chaos", "drawn by lot"), "cancel of " + jobId);
        });
    }

    /** A dead letter is put back among the requests. */
    synchronized void replay(Random random) {
        anyOf(letters, random)
                .ifPresent(letter ->
                        acknowledge(replayer.replay(letter, ReplayOverrides.NONE), "replay of " + letter.id()));
    }

    /** A dead letter was seen. */
    synchronized void see(LocatedLetter letter) {
        letters.add(letter);
    }

    /** Records that the brokers have acknowledged. */
    Set<Place> acknowledged() {
        return Set.copyOf(acknowledged);
    }

    /** Jobs that somebody wanted to cancel. */
    Set<String> cancelled() {
        return Set.copyOf(cancelled);
    }

    private void submit(ProofRequest request) {
        sent.add(request);
        send(request);
    }

    private void send(ProofRequest request) {
        acknowledge(producer.submit(request), "request " + request.getJobId());
    }

    private void acknowledge(CompletionStage<RecordCoordinates> sending, String what) {
        watch(sending.thenAccept(at -> acknowledged.add(Place.of(at))), what);
    }

    private void watch(CompletionStage<?> sending, String what) {
        sending.whenComplete((done, failure) -> {
            if (failure != null) {
                log.say("%s was not acknowledged: %s", what, failure);
            }
        });
    }

    /** Mostly a recent one, since those are still under way. */
    private static <T> Optional<T> anyOf(List<T> all, Random random) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        int reach = random.nextInt(4) == 0 ? all.size() : Math.min(20, all.size());
        return Optional.of(all.get(all.size() - 1 - random.nextInt(reach)));
    }
}
