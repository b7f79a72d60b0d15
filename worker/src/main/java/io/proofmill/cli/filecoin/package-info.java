/** Commands for Filecoin's proofs and for circuits' row digests. */
package io.proofmill.cli.filecoin;
