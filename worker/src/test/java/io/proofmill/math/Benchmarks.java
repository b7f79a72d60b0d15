package io.proofmill.math;

import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks of this package whose names match the first argument (all without one). From the repository's root:
 *
 * <pre>{@code
 * mvn -q -pl worker -am test-compile
 * mvn -q -pl worker exec:exec -Dexec.classpathScope=test -Dexec.executable=java \
 *   -Dexec.args="--add-modules=jdk.incubator.vector -cp %classpath io.proofmill.math.Benchmarks MsmBenchmark"
 * }</pre>
 */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] arguments) throws RunnerException {
        String pattern = arguments.length == 0 ? "io.proofmill.math" : arguments[0];
        new Runner(new OptionsBuilder().include(pattern).build()).run();
    }
}
