package io.proofmill.engine;

/** Whether a device is trusted, and who is told how its proofs did. Thread-safe. */
public interface DeviceTrust {
    /** For a device that can't be at fault by itself. */
    DeviceTrust ALWAYS = new DeviceTrust() {
        @Override
        public boolean acceptsJobs() {
            return true;
        }

        @Override
        public void checked(String circuit, boolean passed) {}
    };

    /** False while the device is quarantined. */
    boolean acceptsJobs();

    /** A proof of this circuit that the device made has passed its check, or failed it for no fault of the witness. */
    void checked(String circuit, boolean passed);
}
