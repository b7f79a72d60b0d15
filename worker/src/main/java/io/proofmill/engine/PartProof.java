package io.proofmill.engine;

import io.proofmill.groth16.Proof;
import java.math.BigInteger;
import java.util.List;

/** One part's proof, checked, with the public signals it was checked against and the device that made it. */
record PartProof(Proof proof, List<BigInteger> publicSignals, String device) {}
