package io.proofmill.filecoin.circuit;

import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;

/** Knows the value of every variable of a circuit. */
public interface Synthesis {
    /**
     * Writes the full assignment: inputs first (ONE at their head), then private variables, 32 bytes each, little-endian, canonical. Every value is written. The vanilla proof must have the circuit's shape: whoever checks it does
     * so before.
     *
     * @param values room for all variables of the circuit
     */
    void fill(MemorySegment values, Work work);
}
