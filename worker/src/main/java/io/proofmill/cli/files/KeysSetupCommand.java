package io.proofmill.cli.files;

import io.proofmill.circom.R1cs;
import io.proofmill.circom.VerificationKeyJson;
import io.proofmill.circom.Zkey;
import io.proofmill.circom.ZkeySetup;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill keys setup}: development keys, made by one party and so worthless for security. */
@Command(
        name = "setup",
        description =
                "Make development keys for a constraint system. They are toxic: never use them for anything real.",
        mixinStandardHelpOptions = true)
public final class KeysSetupCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--r1cs", required = true, description = "Constraint system.")
    private Path r1csFile;

    @Option(names = "--out", required = true, description = "Folder for circuit.zkey and verification_key.json.")
    private Path out;

    @Option(names = "--insecure", description = "Compulsory: says that you know the keys are worthless for security.")
    private boolean insecure;

    @Override
    public Integer call() throws IOException {
        if (!insecure) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "a set-up by one party is worthless for security; say --insecure if development keys are what you want");
        }
        Files.createDirectories(out);
        Path zkeyFile = out.resolve("circuit.zkey");
        Path verificationKey = out.resolve("verification_key.json");
        try (R1cs r1cs = R1cs.open(r1csFile)) {
            new ZkeySetup(r1cs, ToxicWaste.random(r1cs.curve(), new SecureRandom())).write(zkeyFile, Work.UNATTENDED);
        }
        try (Zkey zkey = Zkey.open(zkeyFile)) {
            Files.writeString(verificationKey, VerificationKeyJson.write(zkey.verifyingKey()));
        }
        PrintWriter console = spec.commandLine().getOut();
        console.println("wrote " + zkeyFile + " and " + verificationKey);
        console.println("TOXIC: whoever ran this could have kept the secret and forge proofs. For development only.");
        return 0;
    }
}
