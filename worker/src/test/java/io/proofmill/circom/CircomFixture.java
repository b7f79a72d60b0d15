package io.proofmill.circom;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.CurveId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A circuit of ours with everything that circom2 and snarkjs made for it; {@code worker/src/test/circom/make} remakes them.
 *
 * @param circuit multiplier (tiny), chain (dense witness, 2^10) or bits (mostly bits, 2^9)
 */
public record CircomFixture(CurveId curve, String circuit) {
    public static Stream<CircomFixture> all() {
        return Stream.of(CurveId.values())
                .flatMap(curve -> Stream.of("multiplier", "chain", "bits").map(name -> new CircomFixture(curve, name)));
    }

    public Path file(String name) {
        String resource = "/circom/" + curve.circomName() + "/" + circuit + "/" + name;
        try {
            URI uri = CircomFixture.class.getResource(resource).toURI();
            return Path.of(uri);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(resource, e);
        }
    }

    public byte[] bytes(String name) {
        try {
            return Files.readAllBytes(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ProvingKey provingKey() {
        return zkey().provingKey();
    }

    public Zkey zkey() {
        try {
            return Zkey.open(file("circuit.zkey"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public R1cs r1cs() {
        try {
            return R1cs.open(file("circuit.r1cs"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Assignment assignment() {
        try {
            return Wtns.read(file("witness.wtns"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public VerifyingKey verifyingKey() {
        return VerificationKeyJson.read("verification_key.json", bytes("verification_key.json"));
    }

    public Proof proof() {
        return ProofJson.read("proof.json", bytes("proof.json"), curve);
    }

    public List<BigInteger> publicSignals() {
        return PublicJson.read("public.json", bytes("public.json"));
    }
}
