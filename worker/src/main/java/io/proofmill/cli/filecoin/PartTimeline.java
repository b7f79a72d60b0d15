package io.proofmill.cli.filecoin;

import io.proofmill.engine.TaskObserver;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/** When the parts of a task did what: the ends and lengths of their stages, against one clock. */
final class PartTimeline implements TaskObserver {
    private final long start = System.nanoTime();
    private final Map<Integer, ConcurrentLinkedQueue<Stage>> parts = new TreeMap<>();

    /** One stage, in seconds; the device's stages are told when the proof is done, with the device's times. */
    private record Stage(String name, double end, double seconds) {}

    @Override
    public synchronized TaskObserver part(int part) {
        ConcurrentLinkedQueue<Stage> stages = parts.computeIfAbsent(part, absent -> new ConcurrentLinkedQueue<>());
        return new TaskObserver() {
            @Override
            public void finished(String stage, long nanos) {
                stages.add(new Stage(stage, (System.nanoTime() - start) / 1e9, nanos / 1e9));
            }
        };
    }

    /** A line for each part: its stages with the second at which each ended and how long it took. */
    synchronized List<String> lines() {
        return parts.entrySet().stream()
                .map(part -> "part " + part.getKey() + ": "
                        + part.getValue().stream().map(PartTimeline::text).collect(Collectors.joining(", ")))
                .toList();
    }

    private static String text(Stage stage) {
        return String.format(Locale.ROOT, "%s %.3f s (to %.2f)", stage.name, stage.seconds, stage.end);
    }
}
