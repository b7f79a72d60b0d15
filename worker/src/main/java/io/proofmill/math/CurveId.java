package io.proofmill.math;

/** The pairing-friendly curves that proofs are made on. */
public enum CurveId {
    BN254("bn128"),
    BLS12_381("bls12381");

    private final String circomName;

    CurveId(String circomName) {
        this.circomName = circomName;
    }

    /** The name that circom and snarkjs' JSON files use. */
    public String circomName() {
        return circomName;
    }
}
