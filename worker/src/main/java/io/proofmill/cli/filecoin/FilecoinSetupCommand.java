package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.format.ParamsSetup;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill filecoin setup}: development keys of bellman's kind, made by one party and so worthless for security. */
@Command(
        name = "setup",
        description = "Make development keys (.params and .vk). They are toxic: never use them for anything real.",
        mixinStandardHelpOptions = true)
public final class FilecoinSetupCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--circuit", required = true, description = "Such as filecoin/window-2KiB.")
    private String circuit;

    @Option(names = "--out", required = true, description = "Folder for both files.")
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
        FilecoinCircuit named = FilecoinCircuit.of(circuit);
        Files.createDirectories(out);
        Path params = out.resolve(named.label() + ".params");
        Path verifyingKey = out.resolve(named.label() + ".vk");
        ToxicWaste waste = ToxicWaste.random(CurveId.BLS12_381, new SecureRandom());
        new ParamsSetup(named.build(), waste).write(params, verifyingKey, Work.UNATTENDED);
        spec.commandLine().getOut().println("wrote " + params + " and " + verifyingKey);
        spec.commandLine()
                .getOut()
                .println("TOXIC: whoever ran this could have kept the secret and forge proofs. For development only.");
        return 0;
    }
}
