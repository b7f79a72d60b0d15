package io.proofmill.chaos;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run has shown.
 *
 * @param faultsByKind how many faults of each kind struck
 * @param faults how many faults struck
 * @param deaths worker processes that did not end in order
 * @param counts what was submitted and what came of it
 * @param guarantees what must hold
 * @param eventLog what happened
 */
record Verdict(
        ChaosPlan plan,
        Map<String, Integer> faultsByKind,
        int faults,
        int deaths,
        List<String> counts,
        List<Guarantee> guarantees,
        Path eventLog) {
    boolean holds() {
        return guarantees.stream().allMatch(Guarantee::holds);
    }

    /** One line a guarantee. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("chaos seed %d, %s protocol: %d faults, %d worker deaths"
                .formatted(plan.seed(), plan.protocol(), faults, deaths));
        lines.add("faults by kind             " + new TreeMap<>(faultsByKind));
        lines.addAll(counts);
        guarantees.forEach(guarantee -> lines.add(guarantee.line()));
        return lines;
    }

    /** For the message of a failed build. */
    String explanation() {
        List<String> lines = new ArrayList<>(lines());
        guarantees.forEach(guarantee -> lines.addAll(guarantee.details()));
        lines.add("again: mvn -Pchaos verify -Dchaos.faults=%d -Dchaos.seed=%d".formatted(plan.faults(), plan.seed()));
        lines.add("what happened: " + eventLog.toAbsolutePath());
        return String.join("\n", lines);
    }
}
