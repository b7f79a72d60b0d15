package io.proofmill.chaos;

import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.ProofRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks of each dead letter whether the script, the harness or a real death explains it. */
final class LetterAudit {
    private final Map<String, List<ProofRequest>> requestsByJob;
    private final Set<String> cancelled;
    private final Deaths deaths;
    private final Path store;

    LetterAudit(Map<String, List<ProofRequest>> requestsByJob, Set<String> cancelled, Deaths deaths, Path store) {
        this.requestsByJob = requestsByJob;
        this.cancelled = cancelled;
        this.deaths = deaths;
        this.store = store;
    }

    /** Why the letter should not be; empty when it is accounted for. */
    Optional<String> complaint(DeadLetter letter) {
        if (letter.getJobId() == null) {
            return complaintUnless(letter.getReasonCode().equals("INVALID_REQUEST"), letter);
        }
        List<ProofRequest> requests = requestsByJob.getOrDefault(letter.getJobId(), List.of());
        boolean accounted = switch (letter.getReasonCode()) {
            case "CONFLICT" -> requests.stream().map(this::statement).distinct().count() > 1;
            case "CANCELLED" -> cancelled.contains(letter.getJobId());
            case "DEADLINE_EXCEEDED" -> requests.stream().anyMatch(request -> request.getDeadline() != null);
            case "POISON" -> letter.getHistory().stream().anyMatch(LetterAudit::isDeath);
            case "INVALID_WITNESS" -> isScripted(requests, JobScript.Act.UNSATISFIED);
            case "OUT_OF_DEVICE_MEMORY" -> isLastOf(letter, requests, JobScript.Act.OUT_OF_MEMORY);
            case "SELF_CHECK_FAILED" -> isLastOf(letter, requests, JobScript.Act.WRONG);
            case "DEVICE_FAULT" -> isLastOf(letter, requests, JobScript.Act.HANG);
            case "INTERNAL" -> isLastOf(letter, requests, JobScript.Act.THROW);
            default -> false;
        };
        return complaintUnless(accounted, letter);
    }

    /** Deaths that the letter speaks of and that nobody has died: one sentence each. */
    List<String> inventedDeaths(DeadLetter letter) {
        return letter.getHistory().stream()
                .filter(LetterAudit::isDeath)
                .filter(attempt -> !hasDied(attempt))
                .map(attempt -> "%s of job %s says that attempt %d killed %s, which did not die then"
                        .formatted(
                                letter.getReasonCode(),
                                letter.getJobId(),
                                attempt.getNumber(),
                                attempt.getWorker() == null
                                        ? "an unknown worker"
                                        : Incarnation.of(attempt.getWorker())))
                .toList();
    }

    private boolean hasDied(Attempt attempt) {
        Optional<Instant> died =
                attempt.getWorker() == null ? Optional.empty() : deaths.of(Incarnation.of(attempt.getWorker()));
        return died.filter(at -> !attempt.getStartedAt().isAfter(at)).isPresent();
    }

    private static boolean isDeath(Attempt attempt) {
        return attempt.getReasonCode() == null;
    }

    private boolean isScripted(List<ProofRequest> requests, JobScript.Act act) {
        return requests.stream()
                .anyMatch(request -> scriptOf(request).steps().stream().anyMatch(step -> step.act() == act));
    }

    private boolean isLastOf(DeadLetter letter, List<ProofRequest> requests, JobScript.Act act) {
        return isScripted(requests, act) && letter.getAttempts() >= ChaosSettings.ATTEMPTS;
    }

    private JobScript scriptOf(ProofRequest request) {
        return JobScript.parse(new String(Requests.payloadOf(request, store), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElseThrow());
    }

    private String statement(ProofRequest request) {
        return Requests.proofOf(request, store);
    }

    private static Optional<String> complaintUnless(boolean accounted, DeadLetter letter) {
        return accounted
                ? Optional.empty()
                : Optional.of("%s of job %s after %d attempts: %s"
                        .formatted(
                                letter.getReasonCode(), letter.getJobId(), letter.getAttempts(), letter.getMessage()));
    }
}
