package io.proofmill.filecoin.circuit;

/**
 * What choosing is written in: constraints or values. The same algorithm, written once, makes the rows of a gadget and the values of its variables.
 *
 * @param <N> numbers
 * @param <B> booleans
 */
interface Choices<N, B> {
    /** {@code condition ? a : b}; 1 variable. */
    N pick(B condition, N a, N b);

    /** 1 variable. */
    B and(B a, B b);

    /** 1 variable. */
    B nor(B a, B b);
}
