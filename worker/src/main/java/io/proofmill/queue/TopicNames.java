package io.proofmill.queue;

import io.proofmill.schemas.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Names of the topics, all under one prefix.
 *
 * @param prefix for example {@code proof}: then requests go to {@code proof.requests}, and so on
 */
public record TopicNames(String prefix) {
    public static final TopicNames DEFAULT = new TopicNames("proof");

    /** Requests whose priority stands in the record. */
    public String requests() {
        return prefix + ".requests";
    }

    /** Requests of one priority, whatever the record says. */
    public String requests(Priority priority) {
        return requests() + "." + priority.name().toLowerCase(Locale.ROOT);
    }

    /** All topics that producers send requests to. */
    public List<String> allRequests() {
        List<String> names = new ArrayList<>(List.of(requests()));
        for (Priority priority : Priority.values()) {
            names.add(requests(priority));
        }
        return names;
    }

    /** Jobs that wait for their next attempt. */
    public String retries() {
        return prefix + ".retries";
    }

    public String results() {
        return prefix + ".results";
    }

    public String events() {
        return prefix + ".events";
    }

    public String deadLetters() {
        return prefix + ".dead-letters";
    }

    /** What the fleet remembers of each job id: compacted. */
    public String jobs() {
        return prefix + ".jobs";
    }

    /** Operators' commands. */
    public String control() {
        return prefix + ".control";
    }

    /** Topics that workers consume as a group: requests and retries. */
    List<String> consumed() {
        List<String> names = new ArrayList<>(allRequests());
        names.add(retries());
        return names;
    }

    /** The priority that a topic's name states. */
    Optional<Priority> priorityOf(String topic) {
        for (Priority priority : Priority.values()) {
            if (topic.equals(requests(priority))) {
                return Optional.of(priority);
            }
        }
        return Optional.empty();
    }
}
