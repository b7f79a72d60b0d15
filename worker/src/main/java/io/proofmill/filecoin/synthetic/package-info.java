/** Makes vanilla proofs that are consistent with their statements although nothing was sealed: the source of benchmarks and tests at true size. */
package io.proofmill.filecoin.synthetic;
