package io.proofmill.runlogs;

import io.proofmill.circom.CircomFixture;
import io.proofmill.groth16.Assignment;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What integration tests take where a user would have a secret or a private input. All of it is recognizable by its construction, so that {@link RunLogsIT} finds it in whatever was logged, also what
 * is planted later.
 */
public final class PlantedSecrets {
    /** Begins every planted text. Letters, digits and hyphens only: no encoding of addresses or JSON changes it. */
    static final String MARK = "planted-5ecret-";

    public static final String KAFKA_PASSWORD = text("kafka-password");
    public static final String STORE_PASSWORD = text("store-password");
    public static final String REGISTRY_PASSWORD = text("registry-password");
    public static final String STATUS_TOKEN = text("status-token");
    public static final String TRACES_TOKEN = text("traces-token");
    public static final String S3_KEY = text("s3-key");
    public static final String PAYLOAD_TOKEN = text("payload-token");

    /** A private input: nobody but the producer and the prover knows it, and it is a public signal nowhere. */
    public static final BigInteger PRIVATE_INPUT = new BigInteger("904625697166532776746648320380374280103");

    /** Values of a witness below this come up by chance. */
    private static final int CHANCE_BITS = 96;

    private PlantedSecrets() {}

    private static String text(String what) {
        return MARK + what;
    }

    /** Inputs of the multiplier circuit whose first factor is {@link #PRIVATE_INPUT}. */
    public static Path multiplierInput(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("planted-input.json"), "{\"a\": \"" + PRIVATE_INPUT + "\", \"b\": \"11\"}");
    }

    /** The private input and every private value of the witnesses that are kept as fixtures, which the demo and other tests send, but those that come up by chance. */
    static Set<BigInteger> witnessValues() {
        Set<BigInteger> values = new HashSet<>();
        values.add(PRIVATE_INPUT);
        for (CircomFixture fixture : CircomFixture.all().toList()) {
            values.addAll(privateValues(fixture));
        }
        return values;
    }

    private static List<BigInteger> privateValues(CircomFixture fixture) {
        List<BigInteger> open = fixture.publicSignals();
        List<BigInteger> values = new ArrayList<>();
        try (Assignment witness = fixture.assignment()) {
            for (long i = 1L + open.size(); i < witness.size(); i++) {
                BigInteger value = witness.value(i);
                if (value.bitLength() >= CHANCE_BITS && !open.contains(value)) {
                    values.add(value);
                }
            }
        }
        return values;
    }
}
