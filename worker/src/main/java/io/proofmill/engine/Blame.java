package io.proofmill.engine;

import io.proofmill.math.BadInputException;

/** Who is at fault when a proof does not pass its check, as far as a circuit's files can tell. */
public sealed interface Blame {
    /** The witness breaks the circuit, in this sentence. */
    record Witness(BadInputException complaint) implements Blame {}

    /** The witness satisfies every constraint: whoever computed the proof erred. */
    record Device() implements Blame {}

    /** The constraints are not known here. */
    record Unknown() implements Blame {}
}
