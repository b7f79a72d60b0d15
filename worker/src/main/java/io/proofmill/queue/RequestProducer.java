package io.proofmill.queue;

import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.ControlAction;
import io.proofmill.schemas.ControlCommand;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.RecordCoordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends requests and cancellations, each request to the topic of its priority. Repeats of the client itself are dropped by the broker; repeats of the caller by the job id. Thread-safe. */
public final class RequestProducer implements AutoCloseable {
    private static final Duration CLOSE = Duration.ofSeconds(30);

    private final Producer<byte[], byte[]> producer;
    private final RecordCodec codec;
    private final TopicNames topics;

    RequestProducer(Producer<byte[], byte[]> producer, RecordCodec codec, TopicNames topics) {
        this.producer = producer;
        this.codec = codec;
        this.topics = topics;
    }

    /**
     * Connects a producer.
     *
     * @param clientName how the brokers' logs call this client
     */
    public static RequestProducer open(
            QueueSettings settings, String clientName, SchemaRegistry registry, boolean autoRegister) {
        return new RequestProducer(
                new KafkaProducer<>(new ClientSettings(settings, clientName).idempotentProducer("requests")),
                new RecordCodec(registry, autoRegister),
                settings.topics());
    }

    /** Sends the request. The stage completes when all replicas in sync have it, with where it stands, or exceptionally with what Kafka says. */
    public CompletionStage<RecordCoordinates> submit(ProofRequest request) {
        String topic = topics.requests(request.getPriority());
        byte[] key = RawRecord.unwrap(Outgoing.keyOf(request.getJobId()));
        return send(new ProducerRecord<>(topic, key, codec.encode(topic, request)));
    }

    /**
     * Asks all workers to cancel a job, wherever it is: queued, waiting for a retry, or running.
     *
     * @param by who asks
     * @param reason why, one sentence; may be empty
     */
    public CompletionStage<RecordCoordinates> cancel(String jobId, String by, String reason) {
        ControlCommand command = ControlCommand.newBuilder()
                .setCommandId(UUID.randomUUID().toString())
                .setAction(ControlAction.CANCEL)
                .setJobId(jobId)
                .setRequestedBy(by)
                .setRequestedAt(Instant.now())
                .setReason(reason.isBlank() ? null : reason)
                .build();
        byte[] key = RawRecord.unwrap(Outgoing.keyOf(jobId));
        return send(new ProducerRecord<>(topics.control(), key, codec.encode(topics.control(), command)));
    }

    /** Sends a record as it is. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the same answer
    CompletionStage<RecordCoordinates> send(ProducerRecord<byte[], byte[]> record) {
        CompletableFuture<RecordCoordinates> sent = new CompletableFuture<>();
        producer.send(record, (metadata, failure) -> {
            if (failure != null) {
                sent.completeExceptionally(failure);
            } else {
                sent.complete(RecordCoordinates.newBuilder()
                        .setTopic(metadata.topic())
                        .setPartition(metadata.partition())
                        .setOffset(metadata.offset())
                        .setTimestamp(Instant.ofEpochMilli(metadata.timestamp()))
                        .build());
            }
        });
        return sent;
    }

    /** Waits until everything is sent. */
    @Override
    public void close() {
        producer.close(CLOSE);
    }
}
