package io.proofmill.filecoin.circuit;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code from[index]}: n - 1 picks for n numbers.
 *
 * <p>Source: rust-fil-proofs, {@code storage-proofs-core/src/gadgets/insertion.rs}.
 */
final class Selection {
    private Selection() {}

    /** Index bits least significant first. */
    static <N, B> N select(Choices<N, B> on, List<N> from, List<B> index) {
        List<N> state = from;
        for (B bit : index.reversed()) {
            int half = state.size() / 2;
            List<N> next = new ArrayList<>();
            for (int j = 0; j < half; j++) {
                next.add(on.pick(bit, state.get(half + j), state.get(j)));
            }
            state = next;
        }
        return state.getFirst();
    }
}
