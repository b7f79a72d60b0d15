package io.proofmill.gpu.driver;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;

/** The compiled kernels that this build carries: fatbins by module name, as the kernels module lays them out in its jar. */
public final class KernelImages {
    private static final String FOLDER = "/io/proofmill/kernels/";

    private final Properties index;

    private KernelImages(Properties index) {
        this.index = index;
    }

    /** The images, unless the build had no CUDA compiler. */
    public static Optional<KernelImages> find() {
        try (InputStream in = KernelImages.class.getResourceAsStream(FOLDER + "kernels.properties")) {
            if (in == null) {
                return Optional.empty();
            }
            Properties index = new Properties();
            index.load(in);
            return Optional.of(new KernelImages(index));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the kernels' index", e);
        }
    }

    /** A digest over all modules: names the kernels in logs and measurements. */
    public String digest() {
        return index.getProperty("digest", "unknown");
    }

    /** What the modules were compiled for, in the build's words. */
    public String architectures() {
        return index.getProperty("archs", "unknown");
    }

    /** The fatbin of a module. */
    public byte[] image(String module) {
        String digest = index.getProperty("module." + module);
        if (digest == null) {
            throw new ProofmillException(
                    ReasonCode.INTERNAL,
                    "this build has no kernel module " + module + ", only " + index.getProperty("modules"));
        }
        try (InputStream in = KernelImages.class.getResourceAsStream(FOLDER + digest + ".fatbin")) {
            if (in == null) {
                throw new ProofmillException(
                        ReasonCode.INTERNAL, "kernel module " + module + " is missing from its jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read kernel module " + module, e);
        }
    }
}
