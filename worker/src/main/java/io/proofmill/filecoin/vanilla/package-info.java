/** What a sealing pipeline hands to a prover, and its verification without a circuit. */
package io.proofmill.filecoin.vanilla;
