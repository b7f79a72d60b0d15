package io.proofmill.queue;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Cancellations that were asked for, so that a job that comes later is met by its own. The newest few are kept. It belongs to the poll thread. */
final class Cancellations {
    private static final int MAX = 100_000;

    private record Order(Instant at, String sentence) {}

    private final Map<String, Order> byJob = new LinkedHashMap<>();

    void add(String jobId, Instant at, String sentence) {
        byJob.remove(jobId);
        byJob.put(jobId, new Order(at, sentence));
        if (byJob.size() > MAX) {
            byJob.remove(byJob.keySet().iterator().next());
        }
    }

    /** The sentence of the cancellation that meets this request; a request sent after the cancellation is another try and goes on. */
    Optional<String> of(AcceptedRequest request) {
        return Optional.ofNullable(byJob.get(request.jobId()))
                .filter(order -> !request.raw().source().getTimestamp().isAfter(order.at()))
                .map(Order::sentence);
    }
}
