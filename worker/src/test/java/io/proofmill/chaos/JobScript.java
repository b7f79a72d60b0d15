package io.proofmill.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the scripted prover does at each attempt of a job. It stands on the first line of the job's payload, so that a payload that is mixed up with another shows. When there are more attempts than
 * steps, the last step is repeated.
 */
record JobScript(List<Step> steps) {
    /** How an attempt ends. */
    enum Act {
        /** With a proof. */
        PROVE,
        /** The device has no memory left: retryable. */
        OUT_OF_MEMORY,
        /** The proof is wrong and the prover's own check finds it: retryable. */
        WRONG,
        /** No progress and deaf to cancellation, until the watchdog ends it: retryable. */
        HANG,
        /** The handler throws: a bug of our own, retryable. */
        THROW,
        /** The process ends at once, as after a native crash: the attempt's death. */
        CRASH,
        /** The witness does not satisfy the circuit: permanent. */
        UNSATISFIED,
        /** The surroundings fail once in each process: costs no attempt. */
        SURROUNDINGS
    }

    /** One attempt. */
    record Step(Act act, int millis) {
        private static Step parse(String text) {
            int colon = text.indexOf(':');
            return new Step(Act.valueOf(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
        }

        private String text() {
            return act + ":" + millis;
        }
    }

    JobScript {
        steps = List.copyOf(steps);
    }

    static JobScript of(Step... steps) {
        return new JobScript(List.of(steps));
    }

    static JobScript parse(String line) {
        return new JobScript(Arrays.stream(line.split(" ", -1)).map(Step::parse).toList());
    }

    String line() {
        return steps.stream().map(Step::text).collect(Collectors.joining(" "));
    }

    /** @param attempt from 1 */
    Step at(int attempt) {
        return steps.get(Math.min(attempt, steps.size()) - 1);
    }
}
