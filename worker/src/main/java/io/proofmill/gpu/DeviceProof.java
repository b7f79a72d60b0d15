package io.proofmill.gpu;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.Work;

/** One proof on one device, in steps: only {@link #compute} needs the device to itself. */
interface DeviceProof {
    /** Brings up what the first kernels need, beside another job's kernels. */
    void upload(Assignment assignment, ProofObserver observer, Work work);

    /** Runs the kernels and waits for them. */
    void compute(Assignment assignment, ProofObserver observer, Work work);

    /** Tells the observer what each stage took. */
    void report(ProofObserver observer);

    /** The result. */
    ProofSums sums();
}
