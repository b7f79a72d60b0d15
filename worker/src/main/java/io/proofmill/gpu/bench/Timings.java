package io.proofmill.gpu.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Repeated measurements of one thing, in milliseconds. */
public record Timings(List<Double> milliseconds) {
    public Timings {
        milliseconds = milliseconds.stream().sorted().toList();
        if (milliseconds.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
    }

    /** Runs unmeasured, then measured. */
    public static Timings measure(int warmUps, int runs, DoubleSupplier once) {
        List<Double> all = new ArrayList<>(runs);
        for (int i = 0; i < warmUps + runs; i++) {
            double milliseconds = once.getAsDouble();
            if (i >= warmUps) {
                all.add(milliseconds);
            }
        }
        return new Timings(all);
    }

    public double median() {
        int middle = milliseconds.size() / 2;
        return milliseconds.size() % 2 == 1
                ? milliseconds.get(middle)
                : (milliseconds.get(middle - 1) + milliseconds.get(middle)) / 2;
    }

    public double least() {
        return milliseconds.getFirst();
    }

    public double most() {
        return milliseconds.getLast();
    }
}
