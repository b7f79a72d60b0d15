package io.proofmill.cli;

import io.proofmill.cli.bench.BenchCommand;
import io.proofmill.cli.bench.SelfTestCommand;
import io.proofmill.cli.demo.DemoCommand;
import io.proofmill.cli.doctor.DoctorCommand;
import io.proofmill.cli.filecoin.FilecoinCommand;
import io.proofmill.cli.filecoin.R1csCommand;
import io.proofmill.cli.files.KeysCommand;
import io.proofmill.cli.files.ProveCommand;
import io.proofmill.cli.files.VerifyCommand;
import io.proofmill.cli.fleet.EventsCommand;
import io.proofmill.cli.fleet.JobsCommand;
import io.proofmill.cli.fleet.PlanCommand;
import io.proofmill.cli.fleet.StatusCommand;
import io.proofmill.cli.queue.CancelCommand;
import io.proofmill.cli.queue.DeadLettersCommand;
import io.proofmill.cli.queue.ReplayCommand;
import io.proofmill.cli.queue.SubmitCommand;
import io.proofmill.cli.worker.RestartCommand;
import io.proofmill.cli.worker.StopCommand;
import io.proofmill.cli.worker.WorkerCommand;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.WarmUp;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line's root: {@code proofmill COMMAND}. */
@Command(
        name = "proofmill",
        description = "Groth16 proving workers fed by Kafka.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            WorkerCommand.class,
            StopCommand.class,
            RestartCommand.class,
            SubmitCommand.class,
            StatusCommand.class,
            JobsCommand.class,
            EventsCommand.class,
            PlanCommand.class,
            CancelCommand.class,
            DeadLettersCommand.class,
            ReplayCommand.class,
            ProveCommand.class,
            VerifyCommand.class,
            KeysCommand.class,
            R1csCommand.class,
            FilecoinCommand.class,
            BenchCommand.class,
            SelfTestCommand.class,
            DoctorCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 the answer is no (invalid proof, failed job), 2 bad input or usage, 3 surroundings"
                    + " (broker, registry, device, disk), 70 a bug of ours.",
            "Failures are one line on stderr: REASON_CODE: what, where, expected, found."
        })
public final class Main implements Runnable {
    private static final String LIBRARIES_LEVEL = "proofmill.log.libraries";

    @Spec
    private CommandSpec spec;

    /** With no command: the help. */
    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }

    public static void main(String[] arguments) {
        StandardError.restore();
        keepLibrariesQuiet();
        warmUp(arguments);
        System.exit(run(arguments));
    }

    /** A command's failure is one line; Kafka's clients would say each second in which a broker is away. A worker sets its own levels. */
    private static void keepLibrariesQuiet() {
        if (System.getProperty(LIBRARIES_LEVEL) == null) {
            System.setProperty(LIBRARIES_LEVEL, "error");
        }
    }

    /** Compiling the kernels of a proof takes as long as reading the command line and the key. */
    private static void warmUp(String... arguments) {
        String command = String.join(" ", Arrays.asList(arguments).subList(0, Math.min(2, arguments.length)));
        if (command.startsWith("prove ")) {
            // The scalars of both curves fit these kernels.
            WarmUp.start(Curve.of(CurveId.BN254).fr());
        } else if (command.equals("filecoin prove")) {
            WarmUp.start(Curve.of(CurveId.BLS12_381).fr());
            WarmUp.start(Curve.of(CurveId.BLS12_381).fq());
        }
    }

    /** Runs one command line and returns its exit code. */
    static int run(String... arguments) {
        try {
            return execute(arguments);
        } catch (OutOfMemoryError | InternalError | StackOverflowError error) {
            return Failures.handle(error, arguments[0], new PrintWriter(System.err, true, System.err.charset()));
        }
    }

    private static int execute(String... arguments) {
        if (List.of("--version").equals(Arrays.asList(arguments))) { // the tree of commands is not read for a line
            System.out.println(Version.line());
            return 0;
        }
        Class<?> command = arguments.length == 0 ? null : command(arguments[0]);
        if (command == null) {
            return commandLine().execute(arguments);
        }
        return parser(command)
                .setCommandName("proofmill " + arguments[0])
                .execute(Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    /** The command of that name, or null. Picocli reads every option of every command that it knows, so it is shown this one alone: half a second less. */
    private static Class<?> command(String name) {
        for (Class<?> command : Main.class.getAnnotation(Command.class).subcommands()) {
            if (command.getAnnotation(Command.class).name().equals(name)) {
                return command;
            }
        }
        return null;
    }

    /** The whole tree of commands. */
    static CommandLine commandLine() {
        return parser(new Main());
    }

    private static CommandLine parser(Object command) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(new Failures())
                .setParameterExceptionHandler(new Failures());
    }

    /** {@code --version}: version, commit, Java. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {line()};
        }

        private static String line() {
            return "proofmill " + BuildInfo.current().id() + ", Java " + Runtime.version();
        }
    }
}
