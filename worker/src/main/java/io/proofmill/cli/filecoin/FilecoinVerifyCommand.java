package io.proofmill.cli.filecoin;

import io.proofmill.cli.files.JsonOption;
import io.proofmill.filecoin.format.BellmanVerifyingKey;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.InputFile;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill filecoin verify}: exit code 0 when the proof holds, 1 when it does not. */
@Command(
        name = "verify",
        description =
                "Check a proof as the chain does: inputs follow from the statement, all parts in one pairing check.",
        mixinStandardHelpOptions = true)
public final class FilecoinVerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StatementOptions options;

    @Option(names = "--vk", required = true, description = "Verifying key (.vk).")
    private Path keyFile;

    @Option(names = "--proof", required = true, description = "Proof: 192 bytes a part.")
    private Path proofFile;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        Statement statement = options.statement();
        InputFile keyInput = new InputFile(keyFile);
        VerifyingKey key = BellmanVerifyingKey.read(keyInput.name(), keyInput.read())
                .verifyingKey()
                .validate();
        List<Claim> claims = PartClaims.of(statement, new InputFile(proofFile).read());
        OptionalInt invalid = new PairingVerifier(new SecureRandom()).firstInvalid(key, claims);
        json.write(spec.commandLine().getOut(), Map.of("valid", invalid.isEmpty(), "parts", claims.size()));
        if (invalid.isEmpty()) {
            json.text(spec.commandLine().getOut()).println("valid");
            return 0;
        }
        spec.commandLine()
                .getErr()
                .println(ReasonCode.INVALID_PROOF + ": part " + invalid.getAsInt() + " of " + proofFile
                        + " does not prove this statement");
        return ReasonCode.INVALID_PROOF.exitCode();
    }
}
