package io.proofmill.groth16;

import io.proofmill.math.Work;
import java.util.OptionalLong;

/** Full knowledge of a constraint system, C included: it can say which constraint a witness breaks. A proving key alone cannot. */
public interface ConstraintCheck {
    /** The lowest index of a constraint that does not hold, or nothing when all hold. */
    OptionalLong firstUnsatisfied(Assignment assignment, Work work);
}
