import io.proofmill.queue.registry.AvroSerializer;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.ProofRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends one request: {@code MinimalProducer BOOTSTRAP REGISTRY JOB CIRCUIT INPUT_JSON}. */
public final class MinimalProducer {
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        if (args.length != 5) {
            System.err.println("usage: MinimalProducer BOOTSTRAP REGISTRY JOB CIRCUIT INPUT_JSON");
            System.exit(2);
        }
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", args[0],
                "schema.registry.url", args[1],
                "compression.type", "zstd",
                "key.serializer", StringSerializer.class,
                "value.serializer", AvroSerializer.class);
        try (KafkaProducer<String, ProofRequest> producer = new KafkaProducer<>(settings)) {
            ProofRequest request = ProofRequest.newBuilder()
                    .setJobId(args[2])
                    .setCircuit(args[3])
                    .setPayloads(List.of(Payload.newBuilder()
                            .setKind(PayloadKind.INPUT)
                            .setMediaType("application/json")
                            .setInline(ByteBuffer.wrap(Files.readAllBytes(Path.of(args[4]))))
                            .build()))
                    .setCreatedAt(Instant.now())
                    .setProducer("minimal-java")
                    .build();
            // The key is the job id: a job's request, events and result then have the same partition number.
            RecordMetadata sent = producer.send(new ProducerRecord<>("proof.requests", request.getJobId(), request))
                    .get();
            System.out.println("sent " + request.getJobId() + " to " + sent);
        }
    }
}
