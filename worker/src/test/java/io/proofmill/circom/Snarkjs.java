package io.proofmill.circom;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real snarkjs 0.7.6 from npm, installed under target/ on first use. */
final class Snarkjs {
    private static final long MINUTES = 5;

    private final Path program;

    private Snarkjs(Path program) {
        this.program = program;
    }

    /**
     * Finds or installs it.
     *
     * @throws IOException with a sentence on why it cannot run here
     */
    static Snarkjs install() throws IOException {
        Path folder = Path.of("target", "circom").toAbsolutePath();
        Path program = folder.resolve("node_modules/snarkjs/build/cli.cjs");
        require(run(List.of("node", "--version"), folder), "node does not run");
        if (!Files.exists(program)) {
            Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
            List<String> install = List.of("npm", "install", "--silent", "--no-audit", "--no-fund", "snarkjs@0.7.6");
            require(run(install, folder), "npm could not install snarkjs");
        }
        return new Snarkjs(program);
    }

    /** Runs a command of snarkjs' and says whether it succeeded. */
    boolean run(Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("node", program.toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return run(command, Path.of("target", "circom"));
    }

    private static void require(boolean succeeded, String otherwise) throws IOException {
        if (!succeeded) {
            throw new IOException(otherwise);
        }
    }

    private static boolean run(List<String> command, Path folder) throws IOException {
        Files.createDirectories(folder);
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException(command + " ran for more than " + MINUTES + " minutes");
            }
            return process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(command + " was interrupted", e);
        }
    }
}
