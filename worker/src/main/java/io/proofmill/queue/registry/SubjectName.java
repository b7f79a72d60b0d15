package io.proofmill.queue.registry;

/** Confluent's TopicNameStrategy: the subject of a topic's values is the topic with {@code -value} after it. */
final class SubjectName {
    private SubjectName() {}

    static String ofValue(String topic) {
        return topic + "-value";
    }
}
