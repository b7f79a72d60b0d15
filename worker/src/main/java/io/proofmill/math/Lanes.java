package io.proofmill.math;

/**
 * Whether this machine multiplies field elements in vector lanes. Decided once at start: the module jdk.incubator.vector must be there (the launcher adds
 * it) and the preferred vector must hold at least four longs. Otherwise everything runs one element at a time, several times slower.
 */
public final class Lanes {
    /** The system property that turns lanes off when set to {@code off}. */
    public static final String PROPERTY = "proofmill.lanes";

    private static final int FEWEST = 4;
    private static final int WIDTH = detect();

    private Lanes() {}

    public static boolean available() {
        return WIDTH >= FEWEST;
    }

    /** Elements that one vector instruction works on; 0 where there is no vector module. */
    public static int width() {
        return WIDTH;
    }

    /** One sentence for a person. */
    public static String description() {
        if (available()) {
            return "field arithmetic runs in " + WIDTH + " vector lanes";
        }
        if ("off".equals(System.getProperty(PROPERTY))) {
            return "field arithmetic runs one element at a time: " + PROPERTY + " is off";
        }
        return WIDTH == 0
                ? "field arithmetic runs one element at a time: the module jdk.incubator.vector is not loaded"
                : "field arithmetic runs one element at a time: the machine's vectors hold only " + WIDTH + " longs";
    }

    private static int detect() {
        boolean off = "off".equals(System.getProperty(PROPERTY));
        boolean present = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
        return off || !present ? 0 : PrimeLanes.WIDTH;
    }
}
