package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.LinearCombination;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Wire;
import java.util.List;

/**
 * A number of BLS12-381's scalar field to its 255 bits, least significant first, without a range check. 255 variables, 256 rows: a boolean row for each bit, then {@code 0 * 0 = sum of 2^i * bit_i - num}.
 *
 * <p>Source: bellpepper-core, {@code AllocatedNum::to_bits_le}.
 */
public record ToBits() implements Gadget {
    /** Bits of the modulus. */
    public static final int BITS = 255;

    public static List<Bit> of(ConstraintSystem cs, Num num) {
        return Wire.bits(cs.instance(new ToBits(), List.of(num)));
    }

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        Num num = (Num) arguments.getFirst();
        List<Bit> bits = AllocBits.inPlace(cs, BITS);
        cs.enforce(
                LinearCombination.zero(),
                LinearCombination.zero(),
                Packing.combination(bits).minus(num.variable()));
        return List.copyOf(bits);
    }
}
