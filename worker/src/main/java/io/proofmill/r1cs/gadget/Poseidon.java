package io.proofmill.r1cs.gadget;

import static io.proofmill.r1cs.gadget.PoseidonConstants.HALF;

import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.LinearCombination;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Variable;
import io.proofmill.r1cs.Wire;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Poseidon hash of {@code arity} numbers. 311 / 377 / 505 / 598 rows for arity 2 / 4 / 8 / 11.
 *
 * <p>The state stays a linear combination until an S-box needs it as a variable: one row for that, then {@code l^2}, {@code l^4}, {@code l^5 + key}. In the first round the numbers are variables already, the key is added before
 * the S-box too, and the tag's S-box is a constant. Source: neptune, {@code circuit.rs} (the legacy circuit).
 *
 * @param tag domain tag, the first element of the state
 */
public record Poseidon(int arity, BigInteger tag) implements Gadget {
    /** Tag of Filecoin's Merkle trees: {@code 2^arity - 1}. */
    public static Poseidon merkleTree(int arity) {
        return new Poseidon(arity, BigInteger.ONE.shiftLeft(arity).subtract(BigInteger.ONE));
    }

    public Num hash(ConstraintSystem cs, List<Num> preimage) {
        if (preimage.size() != arity) {
            throw new IllegalArgumentException("arity " + arity + " but " + preimage.size() + " numbers");
        }
        return (Num) cs.instance(this, preimage).getFirst();
    }

    /** The first element of the state after the first S-boxes: nothing in it depends on the preimage. */
    BigInteger firstElement() {
        PoseidonConstants constants = PoseidonConstants.of(arity);
        return tag.add(constants.keys().getFirst())
                .modPow(BigInteger.valueOf(5), PoseidonConstants.MODULUS)
                .add(constants.keys().get(constants.width()))
                .mod(PoseidonConstants.MODULUS);
    }

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        Rounds rounds = new Rounds(cs, PoseidonConstants.of(arity));
        rounds.first(firstElement(), arguments.stream().map(Num.class::cast).toList());
        for (int i = 1; i < HALF; i++) {
            rounds.full();
        }
        for (int i = 0; i < PoseidonConstants.of(arity).partialRounds(); i++) {
            rounds.partial();
        }
        for (int i = 1; i < HALF; i++) {
            rounds.full();
        }
        rounds.last();
        return List.of(rounds.settled(1));
    }

    private static final class Rounds {
        private final ConstraintSystem cs;
        private final PoseidonConstants constants;
        private List<LinearCombination> state = new ArrayList<>();
        private int key;
        private int round;

        Rounds(ConstraintSystem cs, PoseidonConstants constants) {
            this.cs = cs;
            this.constants = constants;
        }

        void first(BigInteger firstElement, List<Num> preimage) {
            int width = constants.width();
            state.add(constant(firstElement));
            for (int i = 1; i < width; i++) {
                LinearCombination l =
                        preimage.get(i - 1).lc().plus(constant(constants.keys().get(i)));
                state.add(fifthPower(l, constants.keys().get(width + i)));
            }
            key = 2 * width;
            mix();
        }

        void full() {
            for (int i = 0; i < constants.width(); i++) {
                state.set(i, fifthPower(settled(i).lc(), constants.keys().get(key++)));
            }
            mix();
        }

        void partial() {
            state.set(0, fifthPower(settled(0).lc(), constants.keys().get(key++)));
            mix();
        }

        void last() {
            for (int i = 0; i < constants.width(); i++) {
                state.set(i, fifthPower(settled(i).lc(), BigInteger.ZERO));
            }
            mix();
        }

        /** {@code combination * ONE = variable}. */
        Num settled(int element) {
            Num variable = cs.alloc();
            cs.enforce(state.get(element), Booleans.one(), variable.lc());
            return variable;
        }

        /** {@code l * l = l2, l2 * l2 = l4, l * l4 = l5 - key}. */
        private LinearCombination fifthPower(LinearCombination l, BigInteger key) {
            Num l2 = cs.alloc();
            cs.enforce(l, l, l2.lc());
            Num l4 = cs.alloc();
            cs.enforce(l2.lc(), l2.lc(), l4.lc());
            Num l5 = cs.alloc();
            cs.enforce(l, l4.lc(), l5.lc().plus(constant(key.negate())));
            return l5.lc();
        }

        private void mix() {
            int sparse = round - HALF;
            if (sparse == -1) {
                state = dense(constants.preSparse());
            } else if (sparse >= 0 && sparse < constants.partialRounds()) {
                state = sparse(constants.sparse().get(sparse));
            } else {
                state = dense(constants.mds());
            }
            round++;
        }

        private List<LinearCombination> dense(FieldMatrix matrix) {
            List<LinearCombination> out = new ArrayList<>();
            for (int j = 0; j < constants.width(); j++) {
                LinearCombination sum = LinearCombination.zero();
                for (int i = 0; i < constants.width(); i++) {
                    sum.plus(matrix.at(i, j), state.get(i));
                }
                out.add(sum.canonical(PoseidonConstants.MODULUS));
            }
            return out;
        }

        private List<LinearCombination> sparse(PoseidonConstants.Sparse matrix) {
            List<LinearCombination> out = new ArrayList<>();
            LinearCombination first = LinearCombination.zero();
            for (int i = 0; i < constants.width(); i++) {
                first.plus(matrix.column().get(i), state.get(i));
            }
            out.add(first.canonical(PoseidonConstants.MODULUS));
            for (int j = 1; j < constants.width(); j++) {
                out.add(LinearCombination.zero()
                        .plus(state.get(j))
                        .plus(matrix.row().get(j - 1), state.get(0)));
            }
            return out;
        }

        private static LinearCombination constant(BigInteger value) {
            return LinearCombination.zero().plus(value, Variable.ONE);
        }
    }
}
