package io.proofmill.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The demo's circuits, out of the jar into a catalogue folder: {@code chain}, a keyed permutation of some fifty rounds, and {@code bits}, which rotates and mixes words bit by
 * bit; each on both curves.
 */
final class DemoCircuits {
    private static final String RESOURCES = "/io/proofmill/demo/";
    private static final List<String> FILES =
            List.of("circuit.zkey", "verification_key.json", "circuit.wasm", "circuit.r1cs");

    /** Curves by the names of the resource folders. */
    static final List<String> CURVES = List.of("bn128", "bls12381");

    private final Path catalogue;

    DemoCircuits(Path catalogue) {
        this.catalogue = catalogue;
    }

    /** Puts one circuit into the catalogue under the name {@code KIND-CURVE}. */
    void install(String kind, String curve) throws IOException {
        // The catalogue may be read at any moment: the key is what makes a folder a circuit, so it comes last.
        Path folder = Files.createDirectories(catalogue.resolve(name(kind, curve)));
        for (String file : FILES.reversed()) {
            Files.write(folder.resolve(file), read(kind, curve, file));
        }
    }

    static String name(String kind, String curve) {
        return kind + "-" + curve;
    }

    static byte[] witness(String kind, String curve) throws IOException {
        return read(kind, curve, "witness.wtns");
    }

    static byte[] input(String kind, String curve) throws IOException {
        return read(kind, curve, "input.json");
    }

    static byte[] verificationKey(String kind, String curve) throws IOException {
        return read(kind, curve, "verification_key.json");
    }

    private static byte[] read(String kind, String curve, String file) throws IOException {
        String resource = RESOURCES + curve + "/" + kind + "/" + file;
        try (InputStream in = DemoCircuits.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + resource);
            }
            return in.readAllBytes();
        }
    }
}
