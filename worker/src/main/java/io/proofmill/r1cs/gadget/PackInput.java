package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Wire;
import java.util.List;

/**
 * Bits, least significant first, to one public input: {@code sum of 2^i * bit_i * ONE = input}. 1 input, 1 row.
 *
 * <p>Source: bellperson, {@code multipack::pack_into_inputs} for at most 254 bits.
 */
public record PackInput() implements Gadget {
    public static void pack(ConstraintSystem cs, List<? extends Bit> bits) {
        if (bits.size() > Packing.BLS12_381_CAPACITY) {
            throw new IllegalArgumentException("one input holds 254 bits, not " + bits.size());
        }
        cs.instance(new PackInput(), bits);
    }

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        Num input = cs.allocInput();
        cs.enforce(Packing.combination(arguments.stream().map(Bit.class::cast).toList()), Booleans.one(), input.lc());
        return List.of();
    }
}
