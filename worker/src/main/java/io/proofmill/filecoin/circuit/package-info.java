/** Filecoin's circuits, row for row those of rust-fil-proofs, and the values of their variables. */
package io.proofmill.filecoin.circuit;
