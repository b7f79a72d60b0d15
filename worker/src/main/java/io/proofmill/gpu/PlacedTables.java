package io.proofmill.gpu;

/**
 * Tables of multiples that are on a device.
 *
 * @param base address of their region
 */
record PlacedTables(KeyTables tables, long base) {}
