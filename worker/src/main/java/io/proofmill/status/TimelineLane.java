package io.proofmill.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One row of the timeline: when a device proved, or when a stage of the host ran.
 *
 * @param name of the device or the stage
 * @param idleShare share of the window, from 0 to 1, in which nothing ran here
 * @param bars in the order of time; bars that nearly touch are drawn as one
 */
public record TimelineLane(String name, double idleShare, List<Bar> bars) {
    /** Closer bars cannot be told apart on a screen. */
    private static final Duration RESOLUTION = Duration.ofSeconds(1);

    /**
     * A span of work.
     *
     * @param stage what ran
     * @param parts how many parts' stages it stands for
     * @param label job and part of a single one; empty for several
     */
    public record Bar(Instant from, Instant to, String stage, int parts, String label) {
        private Bar with(Bar next) {
            return new Bar(from, to.isAfter(next.to) ? to : next.to, stage, parts + next.parts, "");
        }
    }

    /**
     * The lanes of devices first, in the given order, then those of the host's stages.
     *
     * @param devices names of devices that get a lane even when nothing ran there
     * @param from start of the window
     * @param to its end
     */
    public static List<TimelineLane> of(List<JobRecord> jobs, List<String> devices, Instant from, Instant to) {
        Map<String, List<Bar>> lanes = new LinkedHashMap<>();
        devices.forEach(device -> lanes.put(device, new ArrayList<>()));
        for (JobRecord job : jobs) {
            for (JobRecord.Stage stage : job.stages()) {
                if (!stage.name().contains(".") && stage.endedAt().isAfter(from)) {
                    String lane = stage.device().isEmpty() ? stage.name() : stage.device();
                    lanes.computeIfAbsent(lane, ignored -> new ArrayList<>()).add(bar(job, stage, from));
                }
            }
        }
        return lanes.entrySet().stream()
                .map(lane -> lane(lane.getKey(), lane.getValue(), Duration.between(from, to)))
                .toList();
    }

    private static Bar bar(JobRecord job, JobRecord.Stage stage, Instant from) {
        Instant start = stage.startedAt().isBefore(from) ? from : stage.startedAt();
        return new Bar(start, stage.endedAt(), stage.name(), 1, job.id() + ", part " + stage.part());
    }

    private static TimelineLane lane(String name, List<Bar> bars, Duration window) {
        bars.sort(Comparator.comparing(Bar::from));
        Duration busy = merge(bars, Duration.ZERO).stream()
                .map(bar -> Duration.between(bar.from(), bar.to()))
                .reduce(Duration.ZERO, Duration::plus);
        double idle = window.isPositive() ? 1 - (double) busy.toMillis() / window.toMillis() : 1;
        return new TimelineLane(name, Math.clamp(idle, 0, 1), merge(bars, RESOLUTION));
    }

    private static List<Bar> merge(List<Bar> sorted, Duration gap) {
        List<Bar> merged = new ArrayList<>();
        for (Bar bar : sorted) {
            if (!merged.isEmpty() && !bar.from().isAfter(merged.getLast().to().plus(gap))) {
                merged.add(merged.removeLast().with(bar));
            } else {
                merged.add(bar);
            }
        }
        return merged;
    }
}
