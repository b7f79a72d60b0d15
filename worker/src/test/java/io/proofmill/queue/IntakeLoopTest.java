package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.proofmill.queue.OutcomePublisher.Verdict;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.JobState;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The poll thread's work in sequences that brokers bring about seldom. */
class IntakeLoopTest {
    private static final TopicPartition FIRST = new TopicPartition("proof.requests", 0);

    private final FakeCluster cluster = new FakeCluster(2);

    @Test
    void what_was_assigned_and_revoked_before_it_was_restored_is_left_alone() {
        LoopBench worker = new LoopBench(cluster, "w1", ScriptedProver.instant());
        worker.holdRestores = true;
        cluster.submit(0, QueueBench.request("job"));
        worker.assign(Set.of(0));
        worker.turn();
        worker.assign(Set.of());
        worker.letGo();
        worker.turns(3);
        assertThat(worker.loop.partitions()).isEmpty();
        assertThat(cluster.published).isEmpty();
        worker.holdRestores = false;
        worker.assign(Set.of(0));
        worker.turns(8);
        assertThat(cluster.proved()).containsExactly("job");
    }

    @Test
    void a_partition_that_comes_back_while_its_first_restore_is_under_way_is_restored_by_the_second() {
        LoopBench worker = new LoopBench(cluster, "w1", ScriptedProver.instant());
        worker.holdRestores = true;
        cluster.submit(0, QueueBench.request("job"));
        worker.assign(Set.of(0));
        worker.assign(Set.of());
        worker.assign(Set.of(0));
        worker.letGo();
        worker.turns(8);
        assertThat(cluster.proved()).containsExactly("job");
        assertThat(cluster.isDone()).isTrue();
    }

    @Test
    void a_publication_that_is_under_way_when_its_partition_is_lost_changes_nothing_here_and_is_fenced_there() {
        LoopBench zombie = new LoopBench(cluster, "zombie", ScriptedProver.instant());
        cluster.submit(0, QueueBench.request("job"));
        zombie.assign(Set.of(0));
        zombie.turns(3);
        zombie.holdPublications = true;
        zombie.turns(3);
        zombie.lose();
        LoopBench heir = new LoopBench(cluster, "heir", ScriptedProver.instant());
        heir.assign(Set.of(0));
        heir.turns(8);
        zombie.letGo();
        zombie.turns(3);
        assertThat(cluster.proved()).containsExactly("job");
        assertThat(cluster.isDone()).isTrue();
    }

    @Test
    void a_job_whose_deadline_passes_while_it_waits_takes_no_other_with_it() {
        ScriptedProver prover = ScriptedProver.instant();
        prover.room = false;
        LoopBench worker = new LoopBench(cluster, "w1", prover);
        ProofRequest late = QueueBench.request("late");
        late.setDeadline(worker.now.plusMillis(100));
        cluster.submit(0, late);
        cluster.submit(0, QueueBench.request("next"));
        worker.assign(Set.of(0));
        worker.turns(15);
        prover.room = true;
        worker.turns(8);
        assertThat(cluster.letters()).extracting(DeadLetter::getReasonCode).containsExactly("DEADLINE_EXCEEDED");
        assertThat(cluster.proved()).containsExactly("next");
        assertThat(cluster.isDone()).isTrue();
    }

    /** More jobs than a commit can describe are ready, and there is room to run them all: the rest waits for the first outcomes. */
    @Test
    void no_more_starts_of_one_partition_are_decided_than_a_commit_can_describe() {
        ScriptedProver prover = ScriptedProver.steered();
        LoopBench worker = new LoopBench(cluster, "w1", prover, settings -> QueueBench.running(settings, 1_000, 1_000));
        int jobs = OffsetLedger.MAX_STARTED + 60;
        for (int i = 0; i < jobs; i++) {
            cluster.submit(0, QueueBench.request("job-" + i));
        }
        worker.assign(Set.of(0));
        worker.turns(8);
        assertThat(prover.runs).hasSize(OffsetLedger.MAX_STARTED);
        for (int i = 0; i < jobs; i++) {
            prover.runs.remove().prove();
            worker.turns(3);
        }
        assertThat(cluster.proved()).hasSize(jobs);
        assertThat(cluster.isDone()).isTrue();
    }

    @Test
    void a_partition_whose_commit_describes_no_more_starts_holds_up_no_other() {
        ScriptedProver prover = ScriptedProver.steered();
        LoopBench worker = new LoopBench(cluster, "w1", prover, settings -> QueueBench.running(settings, 1_000, 1_000));
        for (int i = 0; i < OffsetLedger.MAX_STARTED + 10; i++) {
            cluster.submit(0, QueueBench.request("job-" + i));
        }
        worker.assign(Set.of(0, 1));
        worker.turns(8);
        prover.runs.clear();
        cluster.submit(1, QueueBench.request("elsewhere"));
        worker.turns(4);
        assertThat(prover.runs).extracting(run -> run.job().id()).containsExactly("elsewhere");
    }

    /** Starts of urgent jobs that a dead worker left far beyond the base: their records are read only when what stands before them is done. */
    @Test
    void a_partition_that_comes_with_as_many_starts_as_a_commit_describes_is_worked_off_all_the_same()
            throws Exception {
        int jobs = OffsetLedger.MAX_STARTED + 100;
        TreeMap<Integer, Integer> starts = new TreeMap<>();
        for (int i = 0; i < jobs; i++) {
            cluster.submit(0, QueueBench.request("job-" + i));
            if (i >= 100) {
                starts.put(i, 1);
            }
        }
        cluster.committed.put(FIRST, new CommitPoint(0, new LedgerMetadata(new BitSet(), starts).encode()));
        LoopBench worker =
                new LoopBench(cluster, "w1", ScriptedProver.instant(), settings -> QueueBench.running(settings, 4, 20));
        worker.assign(Set.of(0));
        worker.turns(8 * jobs);
        assertThat(cluster.proved()).hasSize(jobs);
        assertThat(cluster.isDone()).isTrue();
    }

    @Test
    void a_critical_job_overtakes_one_for_which_there_is_no_room() {
        ScriptedProver prover = ScriptedProver.instant();
        JobHandler full = new RoomFor(prover, job -> job.priority() == Priority.CRITICAL);
        LoopBench worker = new LoopBench(cluster, "w1", full);
        cluster.submit(0, QueueBench.request("big"));
        worker.assign(Set.of(0));
        worker.turns(4);
        cluster.submit(0, QueueBench.request("urgent", Priority.CRITICAL));
        worker.turns(8);
        assertThat(cluster.proved()).containsExactly("urgent");
    }

    @Test
    void a_critical_job_is_read_however_many_bytes_the_others_hold() {
        ScriptedProver prover = ScriptedProver.instant();
        JobHandler full = new RoomFor(prover, job -> job.priority() == Priority.CRITICAL);
        LoopBench worker =
                new LoopBench(cluster, "w1", full, settings -> settings.withIntake(new QueueSettings.Intake(2, 8, 1)));
        cluster.submit(0, QueueBench.request("big"));
        worker.assign(Set.of(0));
        worker.turns(4);
        ProofRequest urgent = QueueBench.request("urgent", Priority.CRITICAL);
        cluster.append("proof.requests.critical", 0, cluster.codec.encode("proof.requests.critical", urgent));
        worker.turns(8);
        assertThat(cluster.proved()).containsExactly("urgent");
    }

    /** Fails fast: whoever asked for it can still do something else. */
    @Test
    void a_deadline_that_passes_while_no_job_can_start_is_told_at_once() {
        ScriptedProver prover = ScriptedProver.steered();
        LoopBench worker = new LoopBench(cluster, "w1", prover, settings -> QueueBench.running(settings, 1, 8));
        cluster.submit(0, QueueBench.request("runs"));
        worker.assign(Set.of(0));
        worker.turns(5);
        ProofRequest late = QueueBench.request("late");
        late.setDeadline(worker.now.plusMillis(100));
        cluster.submit(0, late);
        worker.turns(5);
        assertThat(cluster.letters()).isEmpty();
        worker.turns(10);
        assertThat(prover.runs).hasSize(1);
        assertThat(cluster.letters()).extracting(DeadLetter::getReasonCode).containsExactly("DEADLINE_EXCEEDED");
    }

    @Test
    void a_cancellation_that_comes_while_a_job_is_being_handed_back_meets_it() {
        ScriptedProver prover = ScriptedProver.steered();
        LoopBench worker = new LoopBench(cluster, "w1", prover);
        cluster.submit(0, QueueBench.request("job"));
        worker.assign(Set.of(0));
        worker.turns(5);
        worker.holdPublications = true;
        prover.runs.remove().fail("STORAGE_UNAVAILABLE", FailureClass.INFRASTRUCTURE);
        worker.turns(2);
        worker.mailbox.post(() -> worker.flow.cancel("job", worker.now, "cancelled by a test"));
        worker.turns(2);
        worker.holdPublications = false;
        worker.letGo();
        worker.turns(8);
        assertThat(cluster.letters()).extracting(DeadLetter::getReasonCode).containsExactly("CANCELLED");
        assertThat(cluster.isDone()).isTrue();
    }

    @Test
    void a_proof_does_not_pay_for_the_record_of_another_jobs_start_that_is_too_large() {
        ScriptedProver prover = ScriptedProver.steered();
        LoopBench worker = new LoopBench(cluster, "w1", prover, settings -> QueueBench.running(settings, 1, 8));
        worker.refusals = publication -> publication.records().stream()
                        .anyMatch(record -> record.value() instanceof JobRecord job
                                && job.getState() == JobState.STARTED
                                && job.getJobId().equals("huge"))
                ? Optional.of(Verdict.TOO_LARGE)
                : Optional.empty();
        cluster.submit(0, QueueBench.request("small"));
        cluster.submit(0, QueueBench.request("huge"));
        worker.assign(Set.of(0));
        worker.turns(5);
        prover.runs.remove().prove();
        worker.turns(20);
        assertThat(cluster.proved()).containsExactly("small");
        assertThat(cluster.letters())
                .extracting(DeadLetter::getJobId, DeadLetter::getReasonCode)
                .containsExactly(tuple("huge", "TOO_LARGE"));
        assertThat(cluster.isDone()).isTrue();
        assertThat(prover.permitsOut).hasValue(0);
    }

    /** Asks for room only for jobs of one kind; for others there never is any. */
    private record RoomFor(JobHandler handler, Predicate<Job> kind) implements JobHandler {
        @Override
        public Optional<Permit> tryAdmit(Job job) {
            return kind.test(job) ? handler.tryAdmit(job) : Optional.empty();
        }

        @Override
        public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
            return handler.handle(job, observer, cancellation);
        }
    }

    /** A drain whose last commit gets no answer: the worker ends, and not by its job. */
    @Test
    void a_start_that_a_worker_leaves_behind_when_it_ends_in_order_is_no_death() {
        cluster.submit(0, QueueBench.request("job"));
        for (String instance : List.of("first", "second")) {
            ScriptedProver prover = ScriptedProver.steered();
            LoopBench worker = new LoopBench(cluster, instance, prover);
            worker.assign(Set.of(0));
            worker.turns(6);
            worker.holdPublications = true;
            prover.runs.remove().prove();
            worker.turns(3);
            worker.loop.close();
            worker.loop.dropAll();
            worker.killed = true; // the process is gone: whatever comes now is heard by nobody
            worker.lose();
        }
        LoopBench third = new LoopBench(cluster, "third", ScriptedProver.instant());
        third.assign(Set.of(0));
        third.turns(8);
        assertThat(cluster.proved()).containsExactly("job");
        assertThat(cluster.letters()).isEmpty();
    }

    /** Pain 7: commits of retained partitions fail during a cooperative rebalance. */
    @Test
    void a_job_on_a_retained_partition_is_committed_inside_a_rebalance_that_takes_another_away() {
        ScriptedProver prover = ScriptedProver.steered();
        LoopBench worker = new LoopBench(cluster, "w1", prover);
        cluster.submit(0, QueueBench.request("kept"));
        cluster.submit(1, QueueBench.request("moved"));
        worker.assign(Set.of(0, 1));
        worker.turns(6);
        List<ScriptedProver.Run> runs = new ArrayList<>();
        prover.runs.drainTo(runs);
        assertThat(runs).hasSize(2);
        ScriptedProver.Run kept = runs.stream()
                .filter(r -> r.job().id().equals("kept"))
                .findFirst()
                .orElseThrow();
        ScriptedProver.Run moved = runs.stream()
                .filter(r -> r.job().id().equals("moved"))
                .findFirst()
                .orElseThrow();
        moved.cancellation().onRequest(kept::prove); // ends while the other one's partition is being given up
        worker.assign(Set.of(0));
        assertThat(cluster.proved()).containsExactly("kept");
        assertThat(cluster.committed(FIRST)).isEqualTo(1);
    }

    /** Kafka gives up partitions together: idle ones would wait for the busy one in vain. */
    @Test
    void a_job_that_cannot_end_within_the_rebalance_budget_is_handed_over_at_once_and_one_that_may_is_waited_for() {
        Duration budget = Duration.ofSeconds(10);
        ScriptedProver prover = ScriptedProver.steered();
        LoopBench worker = new LoopBench(
                cluster,
                "w1",
                prover,
                settings -> settings.withMembership(new QueueSettings.Membership(
                        GroupProtocol.CONSUMER, false, budget, Duration.ZERO, Duration.ofMillis(50))));
        cluster.submit(0, QueueBench.request("measured"));
        worker.assign(Set.of(0, 1));
        worker.turns(5);
        worker.pass(Duration.ofHours(1));
        prover.runs.remove().prove();
        worker.turns(5);
        for (String id : List.of("young", "old")) {
            cluster.submit(0, QueueBench.request(id));
            worker.turns(5);
            ScriptedProver.Run run = prover.runs.remove();
            if (id.equals("old")) { // as old as the shortest so far: it may end any moment
                worker.pass(Duration.ofHours(1));
            }
            long before = worker.nanos();
            worker.assign(Set.of());
            long waited = worker.nanos() - before;
            assertThat(run.cancellation().requested()).isTrue();
            if (id.equals("young")) {
                assertThat(waited).isLessThan(budget.toNanos() / 10);
            } else {
                assertThat(waited).isGreaterThanOrEqualTo(budget.toNanos());
            }
            worker.assign(Set.of(0, 1));
            worker.turns(5);
            prover.runs.remove().prove();
            worker.turns(5);
        }
        assertThat(cluster.proved()).containsExactly("measured", "young", "old");
        assertThat(cluster.isDone()).isTrue();
    }

    @Test
    void a_retry_that_is_read_before_the_answer_to_its_own_publication_is_no_repeat() {
        ScriptedProver prover = ScriptedProver.of(job -> Optional.of(
                job.attempt() == 1
                        ? ScriptedProver.failure("DEVICE_FAULT", FailureClass.RETRYABLE)
                        : ScriptedProver.proofOf(job)));
        LoopBench worker = new LoopBench(cluster, "w1", prover);
        cluster.submit(0, QueueBench.request("job"));
        worker.assign(Set.of(0));
        List<Runnable> answers = new ArrayList<>();
        worker.verdicts = verdict -> {
            answers.add(worker::turn); // the consumer is served before the publisher's answer is in the box
            return verdict;
        };
        for (int i = 0; i < 12; i++) {
            worker.turn();
            List.copyOf(answers).forEach(Runnable::run);
            answers.clear();
        }
        assertThat(cluster.proved()).containsExactly("job");
        assertThat(cluster.isDone()).isTrue();
    }

    /** Pain 6: foreign commit metadata crashes assignment. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"offset\":3}", "PM9.AAAA", "PM1.AAAA", "rubbish"})
    void a_commit_with_metadata_that_is_not_ours_is_taken_for_its_offset_and_work_goes_on(String metadata) {
        LoopBench worker = new LoopBench(cluster, "w1", ScriptedProver.instant());
        cluster.submit(0, QueueBench.request("done"));
        cluster.submit(0, QueueBench.request("job"));
        cluster.committed.put(FIRST, new CommitPoint(1, metadata));
        worker.assign(Set.of(0));
        worker.turns(8);
        assertThat(cluster.proved()).containsExactly("job");
        assertThat(cluster.isDone()).isTrue();
    }

    /** Pain 14: parked lag scales to the maximum. */
    @Test
    void the_lag_to_scale_by_counts_neither_what_runs_here_nor_what_waits_for_its_time() {
        ScriptedProver prover = ScriptedProver.of(job -> job.id().equals("parked")
                ? Optional.of(ScriptedProver.failure("DEVICE_FAULT", FailureClass.RETRYABLE))
                : Optional.empty());
        LoopBench worker = new LoopBench(
                cluster,
                "w1",
                prover,
                settings -> settings.withIntake(new QueueSettings.Intake(2, 8, 1 << 20))
                        .withRetry(new QueueSettings.Retry(3, 2, Duration.ofHours(1), Duration.ofHours(1))));
        List.of("parked", "runs-1", "runs-2", "waits-1", "waits-2")
                .forEach(id -> cluster.submit(0, QueueBench.request(id)));
        worker.assign(Set.of(0));
        worker.turns(12);
        worker.consumer.updateEndOffsets(Map.of(FIRST, cluster.end(FIRST)));
        TopicPartition retries = new TopicPartition("proof.retries", 0);
        worker.consumer.updateEndOffsets(Map.of(retries, cluster.end(retries)));
        QueueStatus status = new StatusBoard(
                        worker.loop,
                        worker.flow,
                        worker.troubles,
                        worker.hold,
                        new WorkerId("w1", "b", "h", Instant.EPOCH),
                        Clock.systemUTC())
                .read(QueueStatus.State.RUNNING);
        assertThat(status.running()).hasSize(2);
        assertThat(status.delayed()).isEqualTo(1);
        assertThat(lag(status, FIRST)).isEqualTo(2);
        assertThat(lag(status, retries)).isZero();
    }

    private static long lag(QueueStatus status, TopicPartition name) {
        return status.partitions().stream()
                .filter(p -> p.topic().equals(name.topic()) && p.partition() == name.partition())
                .findFirst()
                .flatMap(QueueStatus.Partition::lag)
                .orElseThrow();
    }

    @Test
    void an_aborted_publication_is_made_anew_until_it_is_committed() {
        LoopBench worker = new LoopBench(cluster, "w1", ScriptedProver.instant());
        int[] aborted = {0};
        worker.refusals = publication -> aborted[0]++ < 5 ? Optional.of(Verdict.ABORTED) : Optional.empty();
        cluster.submit(0, QueueBench.request("job"));
        worker.assign(Set.of(0));
        worker.turns(12);
        assertThat(cluster.proved()).containsExactly("job");
    }

    /** Pain 4: a partition stops after a rebalance until restart. */
    @Test
    void after_two_hundred_random_rebalances_every_owned_partition_advances_and_every_job_is_done_once() {
        for (int seed = 0; seed < 4; seed++) {
            new RandomGroup(seed, 4, settings -> settings).play(50, 3);
        }
    }

    /** More jobs than the narrowest limits let in, on one partition, and a prover that has no room half of the time. */
    @Test
    void with_tiny_limits_and_one_crowded_partition_every_job_is_done_once_and_nothing_stays_counted() {
        for (int seed = 10; seed < 14; seed++) {
            new RandomGroup(seed, 1, settings -> settings.withIntake(new QueueSettings.Intake(3, 2, 2_000)))
                    .play(40, 12);
        }
    }

    /** Three workers that come, go, are lost and start over, and a log that grows meanwhile. */
    private static final class RandomGroup {
        /** Ten milliseconds each: more than a job waits for survivors before it is given up. */
        private static final int SETTLING_TURNS = 3000;

        private final int seed;
        private final Random random;
        private final int numbers;
        private final UnaryOperator<QueueSettings> change;
        private final FakeCluster cluster;
        private final Map<String, LoopBench> workers = new TreeMap<>();
        private final Set<String> submitted = new TreeSet<>();

        private RandomGroup(int seed, int numbers, UnaryOperator<QueueSettings> change) {
            this.seed = seed;
            this.numbers = numbers;
            this.change = change;
            this.cluster = new FakeCluster(numbers);
            this.random = new Random(seed);
            List.of("a", "b", "c").forEach(this::start);
        }

        private void start(String name) {
            ScriptedProver prover = ScriptedProver.of(job -> random.nextInt(4) == 0
                    ? Optional.of(ScriptedProver.failure("DEVICE_FAULT", FailureClass.RETRYABLE))
                    : random.nextInt(5) == 0 ? Optional.empty() : Optional.of(ScriptedProver.proofOf(job)));
            LoopBench worker = new LoopBench(cluster, name, prover, change);
            worker.refusals = publication -> random.nextInt(8) == 0 ? Optional.of(Verdict.ABORTED) : Optional.empty();
            workers.put(name, worker);
        }

        /** @param jobs fewer than so many come between two rebalances */
        void play(int rebalances, int jobs) {
            for (int i = 0; i < rebalances; i++) {
                submitSome(jobs);
                rebalance();
                workers.values().forEach(worker -> {
                    ((ScriptedProver) worker.prover).room = jobs <= 3 || random.nextBoolean();
                    worker.turns(random.nextInt(4));
                });
            }
            workers.values().forEach(worker -> ((ScriptedProver) worker.prover).room = true);
            settle();
        }

        private void submitSome(int jobs) {
            for (int i = random.nextInt(jobs); i > 0; i--) {
                String id = "job-" + submitted.size();
                submitted.add(id);
                cluster.submit(random.nextInt(numbers), QueueBench.request(id));
            }
        }

        /** Revoked first, assigned afterwards, as the brokers do it. */
        private void rebalance() {
            String victim = List.of("a", "b", "c").get(random.nextInt(3));
            switch (random.nextInt(6)) {
                case 0 -> workers.get(victim).lose();
                case 1 -> {
                    workers.get(victim).killed = true; // what it had in hand is forgotten with it
                    workers.get(victim).lose();
                    start(victim);
                }
                default -> {}
            }
            Map<String, Set<Integer>> wanted = new TreeMap<>();
            workers.keySet().forEach(name -> wanted.put(name, new TreeSet<>()));
            for (int number = 0; number < numbers; number++) {
                wanted.get(List.of("a", "b", "c").get(random.nextInt(3))).add(number);
            }
            workers.forEach((name, worker) -> worker.assign(kept(worker, wanted.get(name))));
            workers.forEach((name, worker) -> worker.assign(wanted.get(name)));
        }

        private static Set<Integer> kept(LoopBench worker, Set<Integer> wanted) {
            Set<Integer> kept = new TreeSet<>();
            worker.consumer.assignment().forEach(name -> kept.add(name.partition()));
            kept.retainAll(wanted);
            return kept;
        }

        /** No more rebalances: everything that is left gets done, on whoever owns it. */
        private void settle() {
            for (int i = 0; i < SETTLING_TURNS && !cluster.isDone(); i++) {
                workers.values().forEach(LoopBench::turn);
                finishRuns();
            }
            for (TopicPartition name : cluster.partitions()) {
                assertThat(cluster.committed(name))
                        .as(() -> "seed %d, %s at %s"
                                .formatted(seed, name, cluster.owners.get(name).describe(name)))
                        .isEqualTo(cluster.end(name));
            }
            List<String> ended = new ArrayList<>(cluster.proved());
            cluster.letters().forEach(letter -> ended.add(letter.getJobId()));
            assertThat(ended).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(submitted);
            workers.values().forEach(LoopBench::turn); // with the answer to the last publication
            workers.forEach((name, worker) -> assertThat(worker.flow.bytesInHand() + worker.flow.bytesDelayed())
                    .as("seed %d, bytes in hand of %s", seed, name)
                    .isZero());
        }

        private void finishRuns() {
            for (LoopBench worker : workers.values()) {
                List<ScriptedProver.Run> runs = new ArrayList<>();
                ((ScriptedProver) worker.prover).runs.drainTo(runs);
                runs.forEach(ScriptedProver.Run::prove);
            }
        }
    }

    /** What can go wrong on a job's way. */
    enum Fault {
        BYTES_ARE_RUBBISH,
        REGISTRY_IS_AWAY,
        REQUEST_IS_INCOMPLETE,
        PAYLOAD_IS_NOT_ALLOWED,
        PAYLOAD_ADDRESS_IS_NONE,
        HANDLER_HAS_NO_ROOM_AT_FIRST,
        HANDLER_THROWS_WHEN_ASKED_FOR_ROOM,
        HANDLER_ALWAYS_THROWS_WHEN_ASKED_FOR_ROOM,
        HANDLER_THROWS,
        HANDLER_ANSWERS_NOTHING,
        HANDLER_PROMISES_NOTHING,
        HANDLER_ENDS_EXCEPTIONALLY,
        PROVER_FAILS_FOR_GOOD,
        PROVER_FAILS_ALWAYS,
        SURROUNDINGS_FAIL_ONCE,
        PUBLICATION_IS_ABORTED,
        RECORD_IS_TOO_LARGE
    }

    /** Pain 10: an exception path never acknowledges; lag grows. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_fault_in_any_stage_ends_in_an_outcome_and_the_ledger_resolves(Fault fault) {
        LoopBench worker = new LoopBench(cluster, "w1", new FaultyProver(fault));
        switch (fault) {
            case REGISTRY_IS_AWAY -> worker.registry.setAway(true);
            case PUBLICATION_IS_ABORTED -> {
                AtomicBoolean once = new AtomicBoolean();
                worker.refusals = publication -> once.getAndSet(true) ? Optional.empty() : Optional.of(Verdict.ABORTED);
            }
            case RECORD_IS_TOO_LARGE ->
                worker.refusals = publication ->
                        publication.records().stream().anyMatch(record -> record.value() instanceof ProofResult)
                                ? Optional.of(Verdict.TOO_LARGE)
                                : Optional.empty();
            default -> {}
        }
        if (fault == Fault.BYTES_ARE_RUBBISH) {
            cluster.append("proof.requests", 0, "rubbish".getBytes(StandardCharsets.UTF_8));
        } else {
            cluster.submit(0, requestWith(fault));
        }
        worker.assign(Set.of(0));
        worker.turns(80);
        assertThat(cluster.isDone()).as("committed %s", cluster.committed).isTrue();
        assertThat(cluster.proved().size() + cluster.letters().size()).isEqualTo(1);
        assertThat(worker.loop.isQuiet()).isTrue();
        assertThat(worker.troubles.all()).isEmpty();
    }

    /** Pain 12: a record that is too large is retried for ever, and the dead-letter topic cannot hold it. */
    @Test
    void a_result_that_the_topics_do_not_take_ends_in_a_small_letter_that_says_where_the_request_stands() {
        LoopBench worker = new LoopBench(cluster, "w1", ScriptedProver.instant());
        worker.refusals = publication -> publication.records().stream()
                        .anyMatch(record -> record.value() instanceof DeadLetter letter
                                ? letter.getValue() != null
                                : record.value() instanceof ProofResult)
                ? Optional.of(Verdict.TOO_LARGE)
                : Optional.empty();
        cluster.submit(0, QueueBench.request("huge"));
        worker.assign(Set.of(0));
        worker.turns(20);
        assertThat(cluster.letters()).singleElement().satisfies(letter -> {
            assertThat(letter.getReasonCode()).isEqualTo("TOO_LARGE");
            assertThat(letter.getValue()).isNull();
            assertThat(letter.getValueSize()).isPositive();
            assertThat(letter.getSource().getTopic()).isEqualTo("proof.requests");
            assertThat(letter.getMessage()).contains("proof.requests-0 offset 0");
        });
        assertThat(cluster.isDone()).isTrue();
    }

    /** A name as long as a message: not even the letter without bytes may repeat it. */
    @Test
    void a_letter_without_bytes_is_small_whatever_the_request_says() {
        LoopBench worker = new LoopBench(cluster, "w1", ScriptedProver.instant());
        worker.refusals = publication -> publication.records().stream()
                        .anyMatch(record -> record.encoded(cluster.codec).value().length > 100_000)
                ? Optional.of(Verdict.TOO_LARGE)
                : Optional.empty();
        ProofRequest request = QueueBench.request("job");
        request.setCircuit("c".repeat(200_000));
        cluster.submit(0, request);
        worker.assign(Set.of(0));
        worker.turns(20);
        assertThat(cluster.letters()).extracting(DeadLetter::getReasonCode).containsExactly("TOO_LARGE");
        assertThat(cluster.isDone()).isTrue();
    }

    private static ProofRequest requestWith(Fault fault) {
        ProofRequest request = QueueBench.request("job");
        if (fault == Fault.REQUEST_IS_INCOMPLETE) {
            request.setPayloads(List.of());
        } else if (fault == Fault.PAYLOAD_IS_NOT_ALLOWED) {
            request.setPayloads(List.of(Payload.newBuilder()
                    .setKind(PayloadKind.WITNESS)
                    .setReference(new PayloadReference("file:///etc/passwd", "0".repeat(64), 10L))
                    .build()));
        } else if (fault == Fault.PAYLOAD_ADDRESS_IS_NONE) {
            request.setPayloads(List.of(Payload.newBuilder()
                    .setKind(PayloadKind.WITNESS)
                    .setReference(new PayloadReference("file:elsewhere", "0".repeat(64), 10L))
                    .build()));
        }
        return request;
    }

    /** Meets one fault of the handler's side, and otherwise proves at once. */
    private static final class FaultyProver implements JobHandler {
        private final Fault fault;
        private int asked;
        private int calls;

        private FaultyProver(Fault fault) {
            this.fault = fault;
        }

        @Override
        public Optional<Permit> tryAdmit(Job job) {
            asked++;
            if (fault == Fault.HANDLER_ALWAYS_THROWS_WHEN_ASKED_FOR_ROOM
                    || (fault == Fault.HANDLER_THROWS_WHEN_ASKED_FOR_ROOM && asked < 3)) {
                throw new IllegalStateException("scripted");
            }
            return fault == Fault.HANDLER_HAS_NO_ROOM_AT_FIRST && asked < 3 ? Optional.empty() : Optional.of(() -> {});
        }

        @Override
        public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
            calls++;
            return switch (fault) {
                case HANDLER_THROWS -> throw new IllegalStateException("scripted");
                case HANDLER_PROMISES_NOTHING -> null;
                case HANDLER_ANSWERS_NOTHING -> CompletableFuture.completedFuture(null);
                case HANDLER_ENDS_EXCEPTIONALLY -> CompletableFuture.failedFuture(new OutOfMemoryError("scripted"));
                case PROVER_FAILS_FOR_GOOD -> failed("UNSATISFIED", FailureClass.PERMANENT);
                case PROVER_FAILS_ALWAYS -> failed("DEVICE_FAULT", FailureClass.RETRYABLE);
                case SURROUNDINGS_FAIL_ONCE ->
                    calls == 1
                            ? failed("STORAGE_UNAVAILABLE", FailureClass.INFRASTRUCTURE)
                            : CompletableFuture.completedFuture(ScriptedProver.proofOf(job));
                default -> CompletableFuture.completedFuture(ScriptedProver.proofOf(job));
            };
        }

        private static CompletionStage<Outcome> failed(String reasonCode, FailureClass failureClass) {
            return CompletableFuture.completedFuture(ScriptedProver.failure(reasonCode, failureClass));
        }
    }
}
