package io.proofmill.cli.fleet;

import io.proofmill.queue.GroupView;
import io.proofmill.queue.UnfinishedJobs.Unfinished;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What {@code proofmill status} answers.
 *
 * @param version of this form; a field may be added without a new version, none is removed or changes its meaning
 * @param at when it was asked, ISO 8601
 * @param builds builds of the members
 * @param mixedFleet whether the members run different builds
 * @param topics how far each topic of requests and retries is
 * @param partitions the same, partition by partition
 * @param inFlight jobs that workers have begun and not ended; null when the events could not be read
 * @param measured how long proofs took lately; null when the events could not be read
 * @param etaSeconds how long the members need for all that waits and runs, if it is like what was proved lately; null when that cannot be told
 * @param note what could not be told, and why; empty otherwise
 */
record StatusReport(
        int version,
        String at,
        String group,
        String state,
        List<Member> members,
        List<String> builds,
        boolean mixedFleet,
        Map<String, Topic> topics,
        List<Partition> partitions,
        List<RunningJob> inFlight,
        List<Pace.Measured> measured,
        Double etaSeconds,
        String note) {
    private static final int VERSION = 1;

    /**
     * A worker in the group.
     *
     * @param worker {@code instance@build}
     * @param running jobs that it has under way
     */
    record Member(String worker, String instance, String build, String host, int partitions, long running) {}

    /**
     * How far a topic is.
     *
     * @param lag records behind the committed offsets
     * @param waiting jobs that nobody has started
     * @param started jobs that were started and are not done
     * @param oldestSeconds age of the oldest record that is not done; null when there is none
     */
    record Topic(long lag, long waiting, long started, Double oldestSeconds) {}

    /**
     * How far a partition is.
     *
     * @param worker who owns it; empty while nobody does
     */
    record Partition(String topic, int partition, String worker, long lag, long waiting, long started) {}

    /** What the events said about the fleet: attempts, and the pace measured from them. */
    record Told(FleetHistory history, Pace pace) {}

    static StatusReport of(String group, GroupView view, List<Unfinished> oldest, Optional<Told> told, Instant now) {
        Fleet fleet = Fleet.of(view);
        Optional<List<RunningJob>> running = told.map(known -> RunningJob.of(known.history(), fleet.instances(), now));
        Map<String, Topic> topics = topics(view, oldest, now);
        long waiting = topics.values().stream().mapToLong(Topic::waiting).sum();
        Optional<Double> eta = told.flatMap(
                        known -> known.pace().remaining(waiting, ages(running.orElseThrow(), now), fleet.instances()))
                .map(duration -> duration.toMillis() / 1e3);
        return new StatusReport(
                VERSION,
                now.toString(),
                group,
                view.state(),
                members(view, running.orElse(List.of())),
                fleet.builds(),
                fleet.builds().size() > 1,
                topics,
                view.partitions().stream().map(StatusReport::partition).toList(),
                running.orElse(null),
                told.map(known -> known.pace().circuits()).orElse(null),
                eta.orElse(null),
                told.isPresent() ? "" : "jobs in flight are unknown: the events could not be read");
    }

    private static List<Member> members(GroupView view, List<RunningJob> running) {
        Map<String, Long> byInstance = running.stream()
                .filter(job -> !job.orphaned())
                .collect(Collectors.groupingBy(RunningJob::worker, Collectors.counting()));
        return view.members().stream()
                .map(member -> {
                    Fleet.Name name = Fleet.Name.of(member.worker());
                    return new Member(
                            member.worker(),
                            name.instance(),
                            name.build(),
                            member.host(),
                            member.partitions(),
                            byInstance.getOrDefault(name.instance(), 0L));
                })
                .sorted(Comparator.comparing(Member::worker))
                .toList();
    }

    /** Where nothing of a topic is unfinished, what the offsets leave over are markers of transactions. */
    private static Map<String, Topic> topics(GroupView view, List<Unfinished> oldest, Instant now) {
        Map<String, Topic> topics = new TreeMap<>();
        view.topics().forEach((name, backlog) -> {
            Optional<Instant> first = oldest.stream()
                    .filter(job -> job.topic().equals(name))
                    .map(Unfinished::sentAt)
                    .min(Comparator.naturalOrder());
            topics.put(
                    name,
                    new Topic(
                            backlog.lag(),
                            first.isPresent() ? backlog.waiting() : 0,
                            backlog.started(),
                            first.map(sent -> Duration.between(sent, now).toMillis() / 1e3)
                                    .orElse(null)));
        });
        return topics;
    }

    private static Partition partition(GroupView.PartitionBacklog one) {
        return new Partition(
                one.topic(),
                one.partition(),
                one.worker(),
                one.backlog().lag(),
                one.backlog().waiting(),
                one.backlog().started());
    }

    private static List<Duration> ages(List<RunningJob> running, Instant now) {
        return running.stream()
                .map(job -> Duration.between(Instant.parse(job.since()), now))
                .toList();
    }

    /** The group's members by their names. */
    record Fleet(List<String> instances, List<String> builds) {
        static Fleet of(GroupView view) {
            List<Name> names = view.members().stream()
                    .map(member -> Name.of(member.worker()))
                    .toList();
            return new Fleet(
                    names.stream().map(Name::instance).toList(),
                    List.copyOf(names.stream().map(Name::build).collect(Collectors.toCollection(TreeSet::new))));
        }

        /** A member's name, {@code instance@build}, taken apart. */
        record Name(String instance, String build) {
            static Name of(String worker) {
                int at = worker.lastIndexOf('@');
                return at < 0 ? new Name(worker, "") : new Name(worker.substring(0, at), worker.substring(at + 1));
            }
        }
    }
}
