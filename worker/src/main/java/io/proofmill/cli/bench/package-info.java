/** {@code proofmill bench}: how fast single operations and whole proofs are on this machine. */
package io.proofmill.cli.bench;
