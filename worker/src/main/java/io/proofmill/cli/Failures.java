package io.proofmill.cli;

import io.proofmill.groth16.InputFile;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns whatever a command throws into one line on stderr and an exit code. Only our own bugs show a stack trace.
 */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        return switch (failure) {
            case ProofmillException expected -> say(err, expected.reason(), expected.getMessage());
            case NoSuchFileException missing -> say(err, ReasonCode.USAGE, missing.getFile() + " does not exist");
            case AccessDeniedException denied ->
                say(err, ReasonCode.STORAGE_UNAVAILABLE, "no permission for " + denied.getFile());
            case UncheckedIOException io -> say(err, ReasonCode.STORAGE_UNAVAILABLE, sentence(io.getCause()));
            case IOException io -> say(err, ReasonCode.STORAGE_UNAVAILABLE, sentence(io));
            default -> ourBug(err, command.getCommandName(), failure);
        };
    }

    /** What the JVM throws where there is no more memory, or where a mapped file has changed under it: picocli would let it end the process with exit code 1. */
    static int handle(Error error, String command, PrintWriter err) {
        if (error instanceof OutOfMemoryError) {
            return say(err, ReasonCode.TOO_LARGE, "no memory for it: " + sentence(error));
        }
        if (InputFile.wasCut(error)) {
            return say(err, ReasonCode.STORAGE_UNAVAILABLE, InputFile.CUT);
        }
        return ourBug(err, command, error);
    }

    private static int ourBug(PrintWriter err, String command, Throwable failure) {
        // Not a constant: setting up logging takes a fifth of a second that other failures need not wait for.
        LoggerFactory.getLogger(Failures.class).error("{} failed", command, failure);
        return say(err, ReasonCode.INTERNAL, sentence(failure) + " (a bug of ours; please report the lines above)");
    }

    /** Such as "File already exists" of FileAlreadyExistsException: its message is the file's name alone. */
    private static String words(FileSystemException failure) {
        String name = failure.getClass().getSimpleName().replace("Exception", "");
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    private static int say(PrintWriter err, ReasonCode reason, String sentence) {
        err.println(reason + ": " + sentence);
        return reason.exitCode();
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        err.println(ReasonCode.USAGE + ": " + failure.getMessage().replace('\n', ' ') + nearest(failure) + " (try '"
                + name + " --help')");
        return ReasonCode.USAGE.exitCode();
    }

    private static String nearest(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        List<String> suggestions = unmatched.getSuggestions();
        return suggestions.isEmpty() ? "" : "; did you mean '" + suggestions.getFirst() + "'?";
    }

    private static String sentence(Throwable failure) {
        if (failure instanceof FileSystemException file && file.getReason() == null) {
            return file.getFile() + ": " + words(file);
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
