package io.proofmill.status;

import io.proofmill.queue.GroupView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The group as the brokers told it some seconds ago.
 *
 * @param at when they were asked; absent before the first answer
 * @param trouble why the last question was not answered; empty when it was
 * @param state Kafka's name of the group's state
 * @param members the workers
 * @param builds the builds among them, each once
 * @param mixed whether there is more than one build
 * @param backlogs how far each topic is
 */
public record FleetReport(
        Optional<Instant> at,
        String trouble,
        String state,
        List<Member> members,
        List<String> builds,
        boolean mixed,
        List<Backlog> backlogs) {
    /** Before the brokers were asked. */
    public static final FleetReport UNKNOWN =
            new FleetReport(Optional.empty(), "", "", List.of(), List.of(), false, List.of());

    /** One worker of the group. */
    public record Member(String instance, String build, String host, int partitions) {}

    /**
     * One topic of requests or retries.
     *
     * @param behind records from the committed offsets to the ends, those in flight and transactions' markers included
     * @param started jobs that have been started and are not done
     */
    public record Backlog(String topic, long behind, long started) {}

    public static FleetReport of(GroupView view, Instant at) {
        List<Member> members = view.members().stream().map(FleetReport::member).toList();
        List<String> builds =
                members.stream().map(Member::build).distinct().sorted().toList();
        return new FleetReport(
                Optional.of(at),
                "",
                view.state(),
                members,
                builds,
                builds.size() > 1,
                view.topics().entrySet().stream()
                        .map(topic -> new Backlog(
                                topic.getKey(),
                                topic.getValue().lag(),
                                topic.getValue().started()))
                        .toList());
    }

    /** The same, with the word that it is no longer fresh. */
    public FleetReport stale(String why) {
        return new FleetReport(at, why, state, members, builds, mixed, backlogs);
    }

    private static Member member(GroupView.Member member) {
        int at = member.worker().lastIndexOf('@');
        return at < 0
                ? new Member(member.worker(), "", member.host(), member.partitions())
                : new Member(
                        member.worker().substring(0, at),
                        member.worker().substring(at + 1),
                        member.host(),
                        member.partitions());
    }
}
