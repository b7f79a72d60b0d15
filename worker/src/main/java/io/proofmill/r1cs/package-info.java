/**
 * Rank-1 constraint systems. A circuit is a list of instances of templates, never a list of rows: a gadget's rows are recorded once for each
 * shape of its arguments, and from the instances come counts, densities, digests, matrices and products.
 */
package io.proofmill.r1cs;
