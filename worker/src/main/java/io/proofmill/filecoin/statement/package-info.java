/** Statements as the chain knows them, and the public inputs that follow from them. Nothing here comes from a prover. */
package io.proofmill.filecoin.statement;
