/** Gadgets that are not bound to one application: booleans, 32-bit words, SHA-256, Poseidon, bit packing. Row for row those of bellperson and neptune. */
package io.proofmill.r1cs.gadget;
