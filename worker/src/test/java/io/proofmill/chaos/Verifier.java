package io.proofmill.chaos;

import io.proofmill.chaos.Accounts.Account;
import io.proofmill.queue.CommittedWork;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Judges what stands in the topics after a run, one {@link Guarantee} at a time. */
final class Verifier {
    private final Evidence evidence;
    private final Accounts accounts;
    private final Map<String, List<ProofRequest>> requestsByJob;
    private final List<CommitWatch.Sample> samples;
    private final Path store;

    /**
     * @param samples what was committed at some moments of the run, the last one after everything had come to rest
     * @param store folder of payloads that travel by reference
     */
    Verifier(Evidence evidence, List<CommitWatch.Sample> samples, Path store) {
        this.evidence = evidence;
        this.accounts = new Accounts(evidence);
        this.requestsByJob = accounts.requestsByJob();
        this.samples = samples;
        this.store = store;
    }

    /** Every request that the brokers have acknowledged, or that was committed as done, has its end. */
    Guarantee lost(Set<Place> acknowledged) {
        Guarantee lost = new Guarantee("lost");
        acknowledged.stream()
                .filter(place -> accounts.of(place) == null)
                .forEach(place -> lost.breach("the acknowledged request at " + place + " is not in its topic"));
        accounts.all().stream()
                .filter(account -> !account.isSettled() && isCommitted(last(account.deliveries())))
                .forEach(account -> lost.breach(name(account) + " is committed and has no outcome"));
        return lost;
    }

    /** Every request has come to its end. */
    Guarantee stuck() {
        Guarantee stuck = new Guarantee("stuck");
        accounts.all().stream()
                .filter(account -> !account.isSettled() && !isCommitted(last(account.deliveries())))
                .forEach(account -> stuck.breach(name(account) + " still has no outcome"));
        return stuck;
    }

    /** No request is settled twice, and no job has two results. */
    Guarantee duplicated() {
        Guarantee duplicated = new Guarantee("duplicated");
        for (Account account : accounts.all()) {
            duplicated.breachIf(
                    account.finals().size() > 1
                            || account.settlements().size()
                                    > account.deliveries().size(),
                    "%s was settled %d times for %d deliveries: %s"
                            .formatted(
                                    name(account),
                                    account.settlements().size(),
                                    account.deliveries().size(),
                                    account.finals()));
        }
        firstResults()
                .forEach((jobId, count) ->
                        duplicated.breachIf(count > 1, "job %s has %d results of its own".formatted(jobId, count)));
        return duplicated;
    }

    /** Every result, aborted ones included, proves a statement that was asked for under its id. */
    Guarantee crossed() {
        Guarantee crossed = new Guarantee("crossed");
        evidence.uncommittedResults().forEach((place, result) -> {
            String proof = HexFormat.of().formatHex(bytes(result));
            boolean asked = requestsByJob.getOrDefault(result.getJobId(), List.of()).stream()
                    .anyMatch(request -> Requests.proofOf(request, store).equals(proof));
            crossed.breachIf(
                    !asked, "the result of job %s at %s proves another statement".formatted(result.getJobId(), place));
        });
        return crossed;
    }

    /** Whenever somebody looked, all that was committed had its outcome in the log already, and no commit went backwards. */
    Guarantee committedBeforeDurable() {
        Guarantee early = new Guarantee("committed-before-durable");
        Map<TopicPartition, Long> bases = new HashMap<>();
        for (CommitWatch.Sample sample : samples) {
            for (Account account : accounts.all()) {
                for (int i = 0; i < account.deliveries().size(); i++) {
                    early.breachIf(isEarly(sample, account, i), "%s, delivery %d".formatted(name(account), i + 1));
                }
            }
            sample.committed().forEach((name, work) -> {
                Long before = bases.put(name, work.base());
                early.breachIf(
                        before != null && before > work.base(),
                        "the commit of %s went back from %d to %d".formatted(name, before, work.base()));
            });
        }
        return early;
    }

    private static boolean isEarly(CommitWatch.Sample sample, Account account, int delivery) {
        Place at = account.deliveries().get(delivery);
        CommittedWork committed = sample.committed().get(at.topicPartition());
        if (committed == null || !committed.isDone(at.offset())) {
            return false;
        }
        if (account.settlements().size() <= delivery) {
            return true;
        }
        Place settlement = account.settlements().get(delivery);
        return settlement.offset() >= sample.ends().get(settlement.topicPartition());
    }

    /** An outcome and its final event are visible together. */
    Guarantee torn() {
        Guarantee torn = new Guarantee("torn");
        Map<String, Long> published = accounts.all().stream()
                .filter(account -> account.finals().contains("published"))
                .collect(Collectors.groupingBy(
                        account -> account.request().orElseThrow().getJobId(), Collectors.counting()));
        Map<String, Long> results = firstResults();
        torn.breachIf(!published.equals(results), "results and their events differ: " + difference(published, results));
        Map<Place, Long> letters = evidence.letters().values().stream()
                .collect(Collectors.groupingBy(letter -> Place.of(letter.getSource()), Collectors.counting()));
        for (Account account : accounts.all()) {
            long told = account.finals().stream()
                    .filter(phase -> !phase.equals("published") && !phase.equals("duplicate"))
                    .count();
            torn.breachIf(
                    told != letters.getOrDefault(account.place(), 0L),
                    "%s has %d letters and %d events of one"
                            .formatted(name(account), letters.getOrDefault(account.place(), 0L), told));
        }
        return torn;
    }

    /** Every dead letter has its reason in a script, in what the harness did, or in a real death. */
    Guarantee unaccountedLetters(Set<String> cancelled, Deaths deaths) {
        Guarantee unaccounted = new Guarantee("unaccounted dead letters");
        LetterAudit audit = new LetterAudit(requestsByJob, cancelled, deaths, store);
        evidence.letters().values().forEach(letter -> audit.complaint(letter).ifPresent(unaccounted::breach));
        return unaccounted;
    }

    /** A worker that was fenced and lives is not counted as one that a job has killed. */
    Guarantee inventedDeaths(Set<String> cancelled, Deaths deaths) {
        Guarantee invented = new Guarantee("invented deaths");
        LetterAudit audit = new LetterAudit(requestsByJob, cancelled, deaths, store);
        for (DeadLetter letter : evidence.letters().values()) {
            audit.inventedDeaths(letter).forEach(invented::breach);
        }
        return invented;
    }

    /** What was submitted and what came of it. */
    List<String> counts() {
        long reannounced = evidence.results().values().stream()
                .filter(ProofResult::getReannounced)
                .count();
        return List.of(
                "%-26s %d requests of %d jobs"
                        .formatted("submitted", evidence.requests().size(), requestsByJob.size()),
                "%-26s %d, and %d announced again; %d aborted ones were never visible"
                        .formatted(
                                "results",
                                evidence.results().size() - reannounced,
                                reannounced,
                                evidence.uncommittedResults().size()
                                        - evidence.results().size()),
                "%-26s %s".formatted("dead letters", lettersByReason()),
                "%-26s %d".formatted("retries", evidence.retries().size()));
    }

    private Map<String, Long> lettersByReason() {
        return evidence.letters().values().stream()
                .collect(Collectors.groupingBy(DeadLetter::getReasonCode, TreeMap::new, Collectors.counting()));
    }

    private boolean isCommitted(Place place) {
        CommittedWork work = samples.getLast().committed().get(place.topicPartition());
        return work != null && work.isDone(place.offset());
    }

    private Map<String, Long> firstResults() {
        return evidence.results().values().stream()
                .filter(result -> !result.getReannounced())
                .collect(Collectors.groupingBy(ProofResult::getJobId, Collectors.counting()));
    }

    private static Set<String> difference(Map<String, Long> one, Map<String, Long> other) {
        List<Map.Entry<String, Long>> differing = new ArrayList<>(one.entrySet());
        differing.removeAll(other.entrySet());
        List<Map.Entry<String, Long>> rest = new ArrayList<>(other.entrySet());
        rest.removeAll(one.entrySet());
        differing.addAll(rest);
        return differing.stream().map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    private static byte[] bytes(ProofResult result) {
        byte[] bytes = new byte[result.getProof().remaining()];
        result.getProof().duplicate().get(bytes);
        return bytes;
    }

    private static Place last(List<Place> places) {
        return places.getLast();
    }

    private static String name(Account account) {
        return "request %s at %s"
                .formatted(account.request().map(ProofRequest::getJobId).orElse("(no request)"), account.place());
    }
}
