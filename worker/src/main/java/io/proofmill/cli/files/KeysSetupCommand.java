package io.proofmill.cli.files;

import io.proofmill.circom.R1cs;
import io.proofmill.circom.VerificationKeyJson;
import io.proofmill.circom.Zkey;
import io.proofmill.circom.ZkeySetup;
import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.format.ParamsSetup;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
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

    @ArgGroup(multiplicity = "1")
    private Source source;

    @Option(
            names = "--out",
            required = true,
            description = "Folder: circuit.zkey and verification_key.json, or KIND-SIZE.params and .vk.")
    private Path out;

    @Option(
            names = "--backend",
            defaultValue = "auto",
            description = "Who makes the points: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Backend backend;

    @Option(names = "--insecure", description = "Compulsory: says that you know the keys are worthless for security.")
    private boolean insecure;

    /** What the keys are for. */
    private static final class Source {
        @Option(names = "--r1cs", required = true, description = "Constraint system of circom.")
        private Path r1cs;

        @Option(
                names = "--circuit",
                required = true,
                description = "Circuit of Filecoin, such as filecoin/window-2KiB.")
        private String circuit;
    }

    @Override
    public Integer call() throws IOException {
        if (!insecure) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "a set-up by one party is worthless for security; say --insecure if development keys are what you want");
        }
        if (source.circuit == null) {
            circom();
        } else {
            filecoin(FilecoinCircuit.of(source.circuit));
        }
        spec.commandLine()
                .getOut()
                .println("TOXIC: whoever ran this could have kept the secret and forge proofs. For development only.");
        return 0;
    }

    private void filecoin(FilecoinCircuit circuit) throws IOException {
        createFolder();
        Path params = out.resolve(circuit.label() + ".params");
        Path verifyingKey = out.resolve(circuit.label() + ".vk");
        ToxicWaste waste = ToxicWaste.random(CurveId.BLS12_381, new SecureRandom());
        try (SetupBackend multiples = SetupBackend.open(backend)) {
            new ParamsSetup(circuit.build(), waste, multiples).write(params, verifyingKey, Work.UNATTENDED);
        }
        wrote(params, verifyingKey);
    }

    private void circom() throws IOException {
        Path zkeyFile = out.resolve("circuit.zkey");
        Path verificationKey = out.resolve("verification_key.json");
        try (R1cs r1cs = R1cs.open(source.r1cs);
                SetupBackend multiples = SetupBackend.open(backend)) {
            createFolder();
            new ZkeySetup(r1cs, ToxicWaste.random(r1cs.curve(), new SecureRandom()), multiples)
                    .write(zkeyFile, Work.UNATTENDED);
        }
        try (Zkey zkey = Zkey.open(zkeyFile)) {
            String text = VerificationKeyJson.write(zkey.verifyingKey());
            OutputFiles.write(Map.of(verificationKey, text.getBytes(StandardCharsets.UTF_8)));
        }
        wrote(zkeyFile, verificationKey);
    }

    /** Once it is known that there is something to put there. */
    private void createFolder() throws IOException {
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new BadInputException(ReasonCode.USAGE, out + " is a file, a folder was expected");
        }
        Files.createDirectories(out);
    }

    private void wrote(Path provingKey, Path verifyingKey) {
        spec.commandLine().getOut().println("wrote " + provingKey + " and " + verifyingKey);
    }
}
