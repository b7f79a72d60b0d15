package io.proofmill.groth16;

/** The stages of a proof, in the order a prover reports them. The labels travel in events and reports. */
public enum Phase {
    /** The witness on its way to a device. */
    UPLOAD("upload"),
    /** A w and B w. */
    SPMV("spmv"),
    /** The transforms that give the quotient's scalars. */
    NTT("ntt"),
    MSM_H("msm-h"),
    MSM_L("msm-l"),
    MSM_A("msm-a"),
    MSM_B1("msm-b1"),
    MSM_B2("msm-b2"),
    /** Blinding, and the sums put together. */
    ASSEMBLE("assemble");

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
