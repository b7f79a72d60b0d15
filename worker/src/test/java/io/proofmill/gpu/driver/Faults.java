package io.proofmill.gpu.driver;

/** Breaks things on purpose, for tests on a device. */
public final class Faults {
    private static final long NOWHERE = 0x10;

    private Faults() {}

    /** Queues a kernel that writes where there is no memory. The context is lost once it has run. */
    public static void writeNowhere(Context context) {
        Stream stream = context.stream();
        stream.launch(
                new Kernels(context, KernelImages.find().orElseThrow()).function("pick", "pick_elements"),
                LaunchShape.of(1, 256),
                new KernelArguments()
                        .address(NOWHERE)
                        .address(NOWHERE)
                        .address(NOWHERE)
                        .int64(256));
        try {
            stream.synchronize();
            throw new IllegalStateException("the kernel that writes nowhere was let through");
        } catch (ContextLostException expected) {
            // as wanted
        }
    }
}
