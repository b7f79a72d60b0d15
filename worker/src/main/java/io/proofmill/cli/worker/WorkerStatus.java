package io.proofmill.cli.worker;

import io.proofmill.engine.Catalogue;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.TopicNames;
import io.proofmill.schemas.Priority;
import io.proofmill.status.CircuitFigures;
import io.proofmill.status.DeviceReport;
import io.proofmill.status.JobRecord;
import io.proofmill.status.JobTimeline;
import io.proofmill.status.PriorityLag;
import io.proofmill.status.StatusSnapshot;
import io.proofmill.status.StatusSource;
import io.proofmill.status.TimelineLane;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Puts together what a worker says of itself. */
final class WorkerStatus implements StatusSource {
    private static final int FORM = 1;
    private static final int LATEST_JOBS = 50;

    private final Catalogue catalogue;
    private final MemoryBudget budget;
    private final Devices devices;
    private final ProofQueue queue;
    private final Watchers watchers;
    private final Set<String> actions;
    private final Map<String, String> priorities;
    private final Clock clock;

    /**
     * What watches the worker.
     *
     * @param selfTest what the processor's self-test found, in a sentence; empty when it passed
     */
    record Watchers(
            Observers observers, FleetWatch fleet, LetterDesk letters, CompletableFuture<Optional<String>> selfTest) {}

    WorkerStatus(
            Catalogue catalogue,
            MemoryBudget budget,
            Devices devices,
            ProofQueue queue,
            Watchers watchers,
            Set<String> actions,
            TopicNames topics,
            Clock clock) {
        this.catalogue = catalogue;
        this.budget = budget;
        this.devices = devices;
        this.queue = queue;
        this.watchers = watchers;
        this.actions = new TreeSet<>(actions);
        this.priorities = topics(topics);
        this.clock = clock;
    }

    /** Topics that workers consume, by the priority that they stand for. */
    static Map<String, String> topics(TopicNames topics) {
        Map<String, String> names = new LinkedHashMap<>();
        for (Priority priority : List.of(Priority.CRITICAL, Priority.HIGH, Priority.NORMAL, Priority.LOW)) {
            names.put(priority.name().toLowerCase(Locale.ROOT), topics.requests(priority));
        }
        names.put("mixed", topics.requests());
        names.put("retry", topics.retries());
        return names;
    }

    @Override
    public StatusSnapshot snapshot() {
        QueueStatus status = queue.status();
        Instant now = clock.instant();
        List<JobRecord> jobs = watchers.observers().timeline().records();
        List<DeviceReport> reports =
                devices.reports(watchers.observers().metrics().activity());
        String notReady = Readiness.notReady(status, reports, selfTest());
        Instant from = later(now.minus(JobTimeline.KEPT), status.worker().startedAt());
        return new StatusSnapshot(
                FORM,
                notReady.isEmpty(),
                notReady,
                List.copyOf(actions),
                status,
                new StatusSnapshot.Memory(budget.reserved(), budget.total()),
                reports,
                catalogue.circuits().stream()
                        .map(circuit -> CircuitFigures.of(
                                circuit.name(), circuit.curve().name(), circuit.version(), jobs, from, now))
                        .toList(),
                PriorityLag.of(status, priorities, now),
                watchers.fleet().fleet(),
                watchers.fleet().letters(),
                latest(jobs),
                TimelineLane.of(jobs, reports.stream().map(DeviceReport::name).toList(), from, now));
    }

    @Override
    public Optional<String> sickness() {
        return Readiness.sickness(queue.status(), clock.instant());
    }

    @Override
    public String metrics(String contentType) {
        return watchers.observers().metrics().scrape(contentType);
    }

    @Override
    public Optional<byte[]> deadLetter(String id) throws IOException {
        return watchers.letters()
                .find(id)
                .map(LocatedLetter::letter)
                .flatMap(letter -> Optional.ofNullable(letter.getValue()).map(WorkerStatus::bytes));
    }

    private Optional<String> selfTest() {
        return watchers.selfTest().getNow(Optional.of("the self-test has not ended yet"));
    }

    private static List<JobRecord> latest(List<JobRecord> jobs) {
        long running =
                jobs.stream().filter(job -> job.outcome().equals("running")).count();
        return jobs.stream().limit(running + LATEST_JOBS).toList();
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
