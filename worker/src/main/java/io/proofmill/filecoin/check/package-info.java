/** Vanilla proofs verified without a circuit, before anything is proved: a request that contradicts itself costs milliseconds, not a proof. */
package io.proofmill.filecoin.check;
