package io.proofmill.chaos;

import io.proofmill.chaos.Fault.Strike;
import io.proofmill.chaos.JobScript.Act;
import io.proofmill.chaos.JobScript.Step;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** What producers, operators and provers do wrong. */
final class JobFaults {
    private static final Step PROVE = new Step(Act.PROVE, 100);

    private final Workload workload;

    JobFaults(Workload workload) {
        this.workload = workload;
    }

    List<Fault> all() {
        return List.of(
                new Fault("duplicate submission", 10, random -> strike(random, workload::repeat)),
                new Fault("conflicting submission", 6, random -> strike(random, workload::conflict)),
                new Fault("undecodable submission", 2, random -> strike(random, workload::garbage)),
                new Fault("cancel", 8, random -> strike(random, workload::cancel)),
                new Fault("replay", 8, random -> strike(random, workload::replay)),
                new Fault("deadline", 3, this::urgent),
                new Fault("prover out of memory", 5, random -> prover(Act.OUT_OF_MEMORY, random)),
                new Fault("prover wrong", 5, random -> prover(Act.WRONG, random)),
                new Fault("prover hangs", 4, random -> prover(Act.HANG, random)),
                new Fault("prover throws", 2, random -> prover(Act.THROW, random)),
                new Fault("prover meets bad surroundings", 3, random -> prover(Act.SURROUNDINGS, random)),
                new Fault("prover crashes the process", 2, random -> prover(Act.CRASH, random)),
                new Fault("witness unsatisfied", 2, random -> prover(Act.UNSATISFIED, random)));
    }

    private Optional<Strike> urgent(Random random) {
        JobScript script = script(Act.PROVE, random);
        int millis = random.nextInt(50, 4000);
        return Optional.of(new Strike("in " + millis + " ms", () -> workload.submitUrgent(script, millis)));
    }

    /** Mostly the first attempt or two fail and the next one proves; sometimes all fail. */
    private Optional<Strike> prover(Act act, Random random) {
        JobScript script = script(act, random);
        return Optional.of(new Strike(script.line(), () -> workload.submit(script)));
    }

    private static JobScript script(Act act, Random random) {
        Step step = new Step(act, random.nextInt(10, 600));
        return switch (random.nextInt(4)) {
            case 0 -> JobScript.of(step);
            case 1 -> JobScript.of(step, step, PROVE);
            default -> JobScript.of(step, PROVE);
        };
    }

    /** The strike happens on another thread: it gets random numbers of its own. */
    private static Optional<Strike> strike(Random random, Consumer<Random> action) {
        Random own = new Random(random.nextLong());
        return Optional.of(new Strike("", () -> action.accept(own)));
    }
}
