package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Wire;
import java.util.List;

/**
 * Bits, least significant first, to one number: {@code sum of 2^i * bit_i * ONE = num}. 1 variable, 1 row.
 *
 * <p>Source: bellperson, {@code multipack::pack_bits}.
 */
public record PackBits() implements Gadget {
    /** Packs at most {@link Packing#BLS12_381_CAPACITY} bits; more are left out. */
    public static Num pack(ConstraintSystem cs, List<? extends Bit> bits) {
        List<? extends Bit> taken = bits.subList(0, Math.min(bits.size(), Packing.BLS12_381_CAPACITY));
        return (Num) cs.instance(new PackBits(), taken).getFirst();
    }

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        Num num = cs.alloc();
        cs.enforce(Packing.combination(arguments.stream().map(Bit.class::cast).toList()), Booleans.one(), num.lc());
        return List.of(num);
    }
}
