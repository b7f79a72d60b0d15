package io.proofmill.cli.files;

import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.PhaseTimes;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How long the steps of one proof took, for {@code --report}. Steps may run side by side. */
public final class ProofReport {
    private final Map<String, Double> steps = Collections.synchronizedMap(new LinkedHashMap<>());
    private final PhaseTimes phases = new PhaseTimes();

    /** A step that may fail for want of a file. */
    @FunctionalInterface
    public interface Step<T> {
        T run() throws IOException;
    }

    /** Runs a step and keeps its time. */
    public <T> T time(String step, Step<T> body) throws IOException {
        long start = System.nanoTime();
        T result = body.run();
        steps.put(step, (System.nanoTime() - start) / 1e9);
        return result;
    }

    /** Hears of the proof's stages; those of several parts add up. */
    public PhaseTimes phases() {
        return phases;
    }

    /** Seconds of each step, of each stage of the proof, and since the process started. */
    public String json(KeyShape shape, Backend backend) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("curve", shape.curve().circomName());
        tree.put("variables", shape.variables());
        tree.put("publicInputs", shape.publicInputs());
        tree.put("domain", shape.domain());
        tree.put("backend", backend.name().toLowerCase(Locale.ROOT));
        tree.put("steps", steps);
        tree.put("phases", phases.seconds());
        tree.put("sinceStart", sinceStart());
        return JsonOutput.write(tree);
    }

    private static double sinceStart() {
        Instant now = Instant.now();
        Instant start = ProcessHandle.current().info().startInstant().orElse(now);
        return Duration.between(start, now).toMillis() / 1e3;
    }
}
