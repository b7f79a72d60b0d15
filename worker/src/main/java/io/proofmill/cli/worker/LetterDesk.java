package io.proofmill.cli.worker;

import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.TopicReader;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.RecordCoordinates;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Fetches single dead letters by their place. */
final class LetterDesk {
    private static final Duration AT_MOST = Duration.ofSeconds(10);
    private static final String CLIENT = "proofmill-letters";

    private final QueueSettings settings;
    private final SchemaRegistry registry;

    LetterDesk(QueueSettings settings, SchemaRegistry registry) {
        this.settings = settings;
        this.registry = registry;
    }

    /**
     * The letter.
     *
     * @param id {@code PARTITION:OFFSET}
     * @return empty when there is none
     * @throws IllegalArgumentException when the id has another form
     * @throws IOException when the brokers do not answer
     */
    Optional<LocatedLetter> find(String id) throws IOException {
        if (!id.matches("\\d{1,9}:\\d{1,18}")) {
            throw new IllegalArgumentException("'" + id + "' is no dead letter: expected PARTITION:OFFSET");
        }
        int colon = id.indexOf(':');
        int partition = Integer.parseInt(id.substring(0, colon));
        long offset = Long.parseLong(id.substring(colon + 1));
        try (TopicReader<DeadLetter> reader = TopicReader.deadLetters(settings, registry, CLIENT)) {
            return reader.at(partition, offset, AT_MOST)
                    .map(letter -> new LocatedLetter(
                            RecordCoordinates.newBuilder()
                                    .setTopic(settings.topics().deadLetters())
                                    .setPartition(partition)
                                    .setOffset(offset)
                                    .build(),
                            letter));
        } catch (RuntimeException e) {
            // Kafka's exceptions are not this room's to name.
            throw new IOException("the dead letters cannot be read: " + e.getMessage(), e);
        }
    }
}
