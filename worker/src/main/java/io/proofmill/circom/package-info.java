/**
 * The file formats of circom, snarkjs and rapidsnark: .r1cs, .wtns, .zkey, .wasm witness calculators and the JSON of keys, proofs and public signals. A length
 * in a file is believed only after it was held against the file's size, and every complaint says where, what was expected and what was found.
 */
package io.proofmill.circom;
