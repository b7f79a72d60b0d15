package io.proofmill.chaos;

import io.proofmill.chaos.JobScript.Act;
import io.proofmill.chaos.JobScript.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One run: a cluster, a fleet, a workload, faults, rest, and the verifier's word. */
final class ChaosRun {
    private static final Duration REST = Duration.ofMinutes(2);
    private static final int JOB_GAP_MILLIS = 500;
    /** On a machine that is short of time faults could outrun the work; a fleet that gets nothing done shows nothing. */
    private static final int FAULTS_WITHOUT_PROGRESS = 8;

    private static final Duration PROGRESS_PATIENCE = Duration.ofSeconds(60);

    private final ChaosPlan plan;
    private final Path folder;
    private long settled;

    /** @param folder an empty one for everything that the run writes */
    ChaosRun(ChaosPlan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
    }

    Verdict run() throws IOException, InterruptedException {
        Random random = new Random(plan.seed());
        try (EventLog log = new EventLog(folder.resolve("events.log"));
                ChaosBench bench = new ChaosBench(plan, folder, log)) {
            Deck deck = new Deck(bench.faults(), random, log);
            Thread workload = Thread.ofVirtual().start(() -> submit(bench, new Random(plan.seed() + 1)));
            Thread watch = Thread.ofVirtual().start(() -> watch(bench));
            strike(bench, deck);
            end(workload);
            log.say("%d faults have struck; mending what is still broken", deck.struck());
            deck.awaitEnd();
            bench.awaitRest(REST);
            end(watch);
            bench.commits().look();
            Verdict verdict = judge(bench, deck, log);
            verdict.lines().forEach(line -> log.say("%s", line));
            return verdict;
        }
    }

    private void strike(ChaosBench bench, Deck deck) throws InterruptedException {
        Random pauses = new Random(plan.seed() + 2);
        long deadline = System.nanoTime() + plan.limit().toNanos();
        while (deck.struck() < plan.faults() && deadline - System.nanoTime() > 0) {
            if (deck.struck() % FAULTS_WITHOUT_PROGRESS == 0) {
                awaitProgress(bench);
            }
            deck.strike();
            Thread.sleep(pauses.nextInt(2 * plan.gapMillis()));
        }
    }

    /** Waits until something more is settled than at the last time, but not for ever. */
    private void awaitProgress(ChaosBench bench) throws InterruptedException {
        long deadline = System.nanoTime() + PROGRESS_PATIENCE.toNanos();
        while (bench.commits().outcomes() <= settled && deadline - System.nanoTime() > 0) {
            Thread.sleep(100);
        }
        settled = bench.commits().outcomes();
    }

    /** Good jobs all the time, most of them short, some longer than a session. */
    private static void submit(ChaosBench bench, Random random) {
        try {
            while (true) {
                int millis = random.nextInt(20) == 0 ? random.nextInt(2000, 7000) : random.nextInt(10, 500);
                bench.workload().submit(JobScript.of(new Step(Act.PROVE, millis)));
                Thread.sleep(random.nextInt(2 * JOB_GAP_MILLIS));
            }
        } catch (InterruptedException e) {
            return; // enough jobs
        }
    }

    private static void watch(ChaosBench bench) {
        try {
            while (true) {
                bench.commits().look();
                Thread.sleep(500);
            }
        } catch (InterruptedException e) {
            return; // the run is over
        }
    }

    private static void end(Thread thread) throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    private Verdict judge(ChaosBench bench, Deck deck, EventLog log) {
        Workload workload = bench.workload();
        Verifier verifier = new Verifier(bench.evidence(), bench.commits().samples(), bench.store());
        List<Guarantee> guarantees = new ArrayList<>(List.of(
                verifier.lost(workload.acknowledged()),
                verifier.duplicated(),
                verifier.crossed(),
                verifier.committedBeforeDurable(),
                verifier.torn(),
                verifier.stuck(),
                verifier.unaccountedLetters(workload.cancelled(), bench.deaths()),
                verifier.inventedDeaths(workload.cancelled(), bench.deaths()),
                bench.complaints()));
        return new Verdict(
                plan, deck.counts(), deck.struck(), bench.deaths().count(), verifier.counts(), guarantees, log.file());
    }
}
