package io.proofmill.circom;

import io.proofmill.math.PrimeField;
import java.lang.foreign.MemorySegment;

/**
 * Walks the constraints of an .r1cs file: {@link #next()} to a constraint, then {@link #nextTerm()} through the terms of A until it says false, then through
 * those of B and C the same way. Every index and value is checked as it is met.
 */
final class ConstraintCursor {
    private final Section section;
    private final SectionReader reader;
    private final PrimeField field;
    private final long wires;
    private final long count;
    private final long[] value;
    private long index = -1;
    private long termsLeft;
    private boolean inSide;
    private long wire;

    ConstraintCursor(Section section, PrimeField field, long wires, long count) {
        this.section = section;
        this.reader = section.reader();
        this.field = field;
        this.wires = wires;
        this.count = count;
        this.value = new long[field.limbs()];
    }

    /** Goes to the next constraint; the sides of the one before must have been walked. */
    boolean next() {
        if (index + 1 == count) {
            reader.requireEnd();
            return false;
        }
        index++;
        return true;
    }

    /** Which constraint this is, from 0. */
    long index() {
        return index;
    }

    /** Goes to the next term of this side; false ends the side, and the next call starts the following one. */
    boolean nextTerm() {
        if (!inSide) {
            termsLeft = reader.u32("a number of terms");
            inSide = true;
        }
        if (termsLeft == 0) {
            inSide = false;
            return false;
        }
        termsLeft--;
        wire = reader.u32("a wire");
        if (wire >= wires) {
            throw section.malformed("names wire " + wire + " at offset " + (reader.fileOffset() - Integer.BYTES)
                    + " in constraint " + index + ", expected one below " + wires);
        }
        MemorySegment bytes = reader.slice(field.bytes(), "a coefficient");
        field.read(bytes, 0, value, 0);
        if (!field.isCanonical(value, 0)) {
            throw section.malformed("has a coefficient at offset " + (reader.fileOffset() - field.bytes())
                    + " in constraint " + index + " that is not below the field's prime");
        }
        return true;
    }

    /** The wire of the current term. */
    long wire() {
        return wire;
    }

    /** The canonical coefficient of the current term. */
    void coefficient(long[] out, int offset) {
        System.arraycopy(value, 0, out, offset, value.length);
    }
}
