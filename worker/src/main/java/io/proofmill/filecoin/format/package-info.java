/** Filecoin's files: vanilla proofs, C1 outputs, parameters, verifying keys, proofs. Every length is checked before it is believed. */
package io.proofmill.filecoin.format;
