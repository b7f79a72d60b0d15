package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.Wire;
import java.util.ArrayList;
import java.util.List;

/** New booleans, one row each. */
public record AllocBits(int count) implements Gadget {
    public static List<Bit> of(ConstraintSystem cs, int count) {
        return Wire.bits(cs.instance(new AllocBits(count), List.of()));
    }

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        return List.copyOf(inPlace(cs, count));
    }

    static List<Bit> inPlace(ConstraintSystem cs, int count) {
        List<Bit> bits = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            bits.add(Booleans.alloc(cs));
        }
        return bits;
    }
}
