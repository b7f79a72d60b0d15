/**
 * Groth16 (J. Groth, "On the Size of Pairing-based Non-interactive Arguments", 2016) over proving keys of any origin: a {@link
 * io.proofmill.groth16.ProvingKey} serves circom's .zkey and Filecoin's .params alike, and nothing in here knows which one it holds.
 */
package io.proofmill.groth16;
