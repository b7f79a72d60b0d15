package io.proofmill.gpu;

/** Whether tables of multiples of a key's points are made: the setting {@code gpu.tables}. */
public enum TableUse {
    /** Where a sum gains by them, for keys that have served a while, in device memory that nobody wants. */
    AUTO,
    /** Never. */
    OFF
}
