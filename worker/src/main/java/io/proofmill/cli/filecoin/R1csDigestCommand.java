package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.RowDigest;
import io.proofmill.r1cs.RowDigestText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill r1cs digest}: SHA-256 over all rows. */
@Command(
        name = "digest",
        description = "Print a circuit's counts and the SHA-256 over its rows (canonical R1CS digest v1).",
        mixinStandardHelpOptions = true)
public final class R1csDigestCommand implements Callable<Integer> {
    private static final long LARGE = 10_000_000;
    private static final long SMALL_INTERVAL = 1024;
    private static final long LARGE_INTERVAL = 65_536;

    @Spec
    private CommandSpec spec;

    @Option(names = "--circuit", required = true, description = "Such as filecoin/porep-32GiB.")
    private String circuit;

    @Option(names = "--checkpoints", description = "Print the digests of the first k * interval rows too.")
    private boolean checkpoints;

    @Option(
            names = "--interval",
            description = "Rows between checkpoints; default: 1024, 65536 from 10 million rows on.")
    private Long interval;

    @Override
    public Integer call() {
        Circuit built = FilecoinCircuit.of(circuit).build();
        long rows = built.rows() < LARGE ? SMALL_INTERVAL : LARGE_INTERVAL;
        RowDigest digest = RowDigest.of(built, interval == null ? rows : interval);
        spec.commandLine().getOut().print(RowDigestText.print(digest, checkpoints));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
