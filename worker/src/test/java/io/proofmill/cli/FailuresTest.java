package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What commands throw becomes one sentence and an exit code that says whose fault it is. */
class FailuresTest {
    private final StringWriter err = new StringWriter();

    @Test
    void want_of_memory_is_no_negative_answer() {
        assertThat(Failures.handle(new OutOfMemoryError("Java heap space"), "prove", writer()))
                .isEqualTo(2);
        assertThat(err).hasToString("TOO_LARGE: no memory for it: Java heap space\n");
    }

    @Test
    void a_mapped_file_that_became_shorter_is_the_storage_s_fault() {
        String jvm = "a fault occurred in an unsafe memory access operation";
        assertThat(Failures.handle(new InternalError(jvm), "prove", writer())).isEqualTo(3);
        assertThat(err.toString()).startsWith("STORAGE_UNAVAILABLE: a file became shorter");
    }

    @Test
    void any_other_error_is_a_bug_of_ours() {
        StackOverflowError deep = new StackOverflowError();
        deep.setStackTrace(new StackTraceElement[0]);
        assertThat(Failures.handle(deep, "prove", writer())).isEqualTo(70);
        assertThat(err.toString()).startsWith("INTERNAL: StackOverflowError");
    }

    @Test
    void a_file_s_name_alone_is_no_sentence() {
        assertThat(run(() -> {
                    throw new FileAlreadyExistsException("keys");
                }))
                .isEqualTo(3);
        assertThat(err).hasToString("STORAGE_UNAVAILABLE: keys: file already exists\n");
    }

    @Test
    void a_fault_of_the_disk_in_a_stream_is_told_as_one() {
        assertThat(run(() -> {
                    throw new UncheckedIOException(new IOException("Input/output error"));
                }))
                .isEqualTo(3);
        assertThat(err).hasToString("STORAGE_UNAVAILABLE: Input/output error\n");
    }

    private PrintWriter writer() {
        return new PrintWriter(err, true);
    }

    private int run(Callable<Integer> body) {
        return new CommandLine(new Failing(body))
                .setErr(writer())
                .setExecutionExceptionHandler(new Failures())
                .execute();
    }

    @Command(name = "failing")
    private record Failing(Callable<Integer> body) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            return body.call();
        }
    }
}
