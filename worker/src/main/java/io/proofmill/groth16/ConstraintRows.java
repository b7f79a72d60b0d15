package io.proofmill.groth16;

import io.proofmill.math.Work;
import java.util.List;

/** All three matrices of a constraint system, walked term by term; for set-up. */
public interface ConstraintRows {
    /** Hands over every term of every row, the input rows included, in any order. */
    void forEachTerm(TermConsumer consumer, Work work);

    /** The same rows in about so many parts that different threads may walk at the same time; by default they are not divided. */
    default List<ConstraintRows> split(int parts) {
        return List.of(this);
    }

    /** The matrix that a term belongs to. */
    enum Side {
        A,
        B,
        C
    }

    /** Takes one term: a coefficient at a row and a variable. */
    @FunctionalInterface
    interface TermConsumer {
        /**
         * Called for each term.
         *
         * @param coefficient four words in Montgomery form, valid during the call only
         */
        void accept(Side side, long row, long variable, long[] coefficient);
    }
}
