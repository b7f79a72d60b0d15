package io.proofmill.chaos;

import io.proofmill.chaos.TopicDump.Isolation;
import io.proofmill.queue.TopicNames;
import io.proofmill.queue.registry.AvroDeserializer;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.queue.registry.UndecodableRecordException;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.DelayedJob;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * All that stands in the topics at the end, decoded, each record under its place.
 *
 * @param requests empty where the bytes are no request
 * @param retries places of retries, with the place of the request each belongs to
 * @param uncommittedResults results that read_uncommitted sees; those that are not among the results were aborted
 */
record Evidence(
        Map<Place, Optional<ProofRequest>> requests,
        Map<Place, Place> retries,
        Map<Place, ProofResult> results,
        Map<Place, ProofResult> uncommittedResults,
        Map<Place, ProofEvent> events,
        Map<Place, DeadLetter> letters) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Evidence read(String bootstrapServers, TopicNames topics, SchemaRegistry registry) {
        Reading reading = new Reading(bootstrapServers, registry);
        return new Evidence(
                reading.requests(topics.allRequests()),
                places(reading.committed(List.of(topics.retries()), DelayedJob.class)),
                reading.committed(List.of(topics.results()), ProofResult.class),
                reading.decoded(List.of(topics.results()), Isolation.READ_UNCOMMITTED, ProofResult.class),
                reading.committed(List.of(topics.events()), ProofEvent.class),
                reading.committed(List.of(topics.deadLetters()), DeadLetter.class));
    }

    private static Map<Place, Place> places(Map<Place, DelayedJob> retries) {
        Map<Place, Place> places = new HashMap<>();
        retries.forEach((place, retry) -> places.put(place, Place.of(retry.getSource())));
        return places;
    }

    private record Reading(String bootstrapServers, SchemaRegistry registry) {
        private Map<Place, Optional<ProofRequest>> requests(List<String> topics) {
            AvroDeserializer<ProofRequest> decoder = new AvroDeserializer<>(registry, ProofRequest.class);
            Map<Place, Optional<ProofRequest>> requests = new LinkedHashMap<>();
            for (ConsumerRecord<byte[], byte[]> record :
                    TopicDump.read(bootstrapServers, topics, Isolation.READ_COMMITTED, PATIENCE)) {
                requests.put(Place.of(record), decode(decoder, record));
            }
            return requests;
        }

        private static Optional<ProofRequest> decode(
                AvroDeserializer<ProofRequest> decoder, ConsumerRecord<byte[], byte[]> record) {
            try {
                return Optional.of(decoder.deserialize(record.value()));
            } catch (UndecodableRecordException e) {
                return Optional.empty();
            }
        }

        private <T extends SpecificRecord> Map<Place, T> committed(List<String> topics, Class<T> type) {
            return decoded(topics, Isolation.READ_COMMITTED, type);
        }

        private <T extends SpecificRecord> Map<Place, T> decoded(
                List<String> topics, Isolation isolation, Class<T> type) {
            AvroDeserializer<T> decoder = new AvroDeserializer<>(registry, type);
            Map<Place, T> values = new LinkedHashMap<>();
            for (ConsumerRecord<byte[], byte[]> record :
                    TopicDump.read(bootstrapServers, topics, isolation, PATIENCE)) {
                values.put(Place.of(record), decoder.deserialize(record.value()));
            }
            return values;
        }
    }
}
