package io.proofmill.cli.files;

import io.proofmill.circom.ProofJson;
import io.proofmill.circom.PublicJson;
import io.proofmill.circom.VerificationKeyJson;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.InputFile;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill verify}: exit code 0 when the proof holds, 1 when it does not. */
@Command(
        name = "verify",
        description = "Check a proof against a verification key and public signals.",
        mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--vkey", required = true, description = "Verification key (verification_key.json).")
    private Path keyFile;

    @Option(names = "--proof", required = true, description = "Proof (proof.json).")
    private Path proofFile;

    @Option(names = "--public", required = true, description = "Public signals (public.json).")
    private Path publicFile;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        InputFile keyInput = new InputFile(keyFile);
        InputFile publicInput = new InputFile(publicFile);
        InputFile proofInput = new InputFile(proofFile);
        VerifyingKey key =
                VerificationKeyJson.read(keyInput.name(), keyInput.read()).validate();
        List<BigInteger> signals = PublicJson.read(publicInput.name(), publicInput.read());
        Proof proof = ProofJson.read(proofInput.name(), proofInput.read(), key.curve());
        boolean valid = new PairingVerifier(new SecureRandom()).verify(key, new Claim(signals, proof));
        json.write(spec.commandLine().getOut(), Map.of("valid", valid));
        if (valid) {
            json.text(spec.commandLine().getOut()).println("valid");
            return 0;
        }
        spec.commandLine()
                .getErr()
                .println(ReasonCode.INVALID_PROOF + ": " + proofFile + " does not prove these public signals");
        return ReasonCode.INVALID_PROOF.exitCode();
    }
}
