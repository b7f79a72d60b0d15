package io.proofmill.chaos;

import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One account for each request that stands in the topics: the records in which it was delivered, and what they were settled with. */
final class Accounts {
    /** Phases of events that travel in one transaction with an offset, and that end a request. */
    private static final Set<String> FINAL = Set.of("published", "duplicate", "dead-lettered", "cancelled");

    private static final String RETRIED = "retried";

    /**
     * One request.
     *
     * @param request empty where the bytes are no request
     * @param deliveries the request's own place, then those of its retries, in their order
     * @param settlements where each delivery's end stands among the outcomes, in their order
     * @param finals phases of the settlements that end the request
     */
    record Account(
            Place place,
            Optional<ProofRequest> request,
            List<Place> deliveries,
            List<Place> settlements,
            List<String> finals) {
        boolean isSettled() {
            return !finals.isEmpty();
        }
    }

    private final Map<Place, Account> accounts = new LinkedHashMap<>();

    Accounts(Evidence evidence) {
        evidence.requests().forEach((place, request) -> accounts.put(place, open(place, request)));
        inOrder(evidence.retries())
                .forEach((place, source) -> accounts.get(source).deliveries().add(place));
        inOrder(evidence.events()).forEach(this::settle);
        inOrder(evidence.letters()).forEach(this::settleUndecodable);
    }

    List<Account> all() {
        return List.copyOf(accounts.values());
    }

    Account of(Place request) {
        return accounts.get(request);
    }

    /** Requests by their job id; those that are none left out. */
    Map<String, List<ProofRequest>> requestsByJob() {
        Map<String, List<ProofRequest>> byJob = new HashMap<>();
        accounts.values()
                .forEach(account -> account.request()
                        .ifPresent(request -> byJob.computeIfAbsent(request.getJobId(), id -> new ArrayList<>())
                                .add(request)));
        return byJob;
    }

    private static Account open(Place place, Optional<ProofRequest> request) {
        return new Account(place, request, new ArrayList<>(List.of(place)), new ArrayList<>(), new ArrayList<>());
    }

    private void settle(Place place, ProofEvent event) {
        if (FINAL.contains(event.getPhase()) || event.getPhase().equals(RETRIED)) {
            Account account = accounts.get(Place.of(event.getSource()));
            account.settlements().add(place);
            if (!event.getPhase().equals(RETRIED)) {
                account.finals().add(event.getPhase());
            }
        }
    }

    /** What is no request has a letter and no event. */
    private void settleUndecodable(Place place, DeadLetter letter) {
        if (letter.getJobId() == null) {
            Account account = accounts.get(Place.of(letter.getSource()));
            account.settlements().add(place);
            account.finals().add("refused");
        }
    }

    private static <T> Map<Place, T> inOrder(Map<Place, T> records) {
        Map<Place, T> ordered = new LinkedHashMap<>();
        records.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Place::topic)
                        .thenComparingInt(Place::partition)
                        .thenComparingLong(Place::offset)))
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }
}
