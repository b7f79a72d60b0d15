package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.RequestDecoder.Decoded;
import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.DelayedJob;
import io.proofmill.schemas.RecordCoordinates;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class RequestDecoderTest {
    private static final RecordCoordinates SOURCE = RecordCoordinates.newBuilder()
            .setTopic("proof.requests.high")
            .setPartition(3)
            .setOffset(17)
            .build();

    private final RecordCodec codec = new RecordCodec(new FixedRegistry(), true);
    private final RequestDecoder decoder = new RequestDecoder(codec, TopicNames.DEFAULT);

    @Test
    void a_retry_brings_its_request_with_its_place_and_its_attempts() {
        DelayedJob delayed = delayed();
        delayed.setValue(RawRecord.wrap(codec.encode("proof.requests.high", QueueBench.request("job"))));
        delayed.setAttempts(List.of(Attempt.newBuilder().setNumber(1).build()));
        assertThat(decode(delayed)).isInstanceOfSatisfying(Decoded.Accepted.class, accepted -> {
            assertThat(accepted.request().raw().source()).isEqualTo(SOURCE);
            assertThat(accepted.request().attempts()).hasSize(1);
            assertThat(accepted.request().notBefore()).contains(Instant.EPOCH);
        });
    }

    @Test
    void a_retry_without_its_request_is_refused_with_where_the_request_stood_and_keeps_its_bytes() {
        assertThat(decode(delayed())).isInstanceOfSatisfying(Decoded.Refused.class, refused -> {
            assertThat(refused.sentence())
                    .contains("job job")
                    .endsWith("the request stood at proof.requests.high-3 offset 17");
            assertThat(refused.raw().source().getTopic()).isEqualTo("proof.retries");
            assertThat(refused.raw().value()).isNotNull();
        });
    }

    private static DelayedJob delayed() {
        return DelayedJob.newBuilder()
                .setJobId("job")
                .setSource(SOURCE)
                .setNotBefore(Instant.EPOCH)
                .build();
    }

    private Decoded decode(DelayedJob delayed) {
        byte[] value = codec.encode("proof.retries", delayed);
        return decoder.decode(new ConsumerRecord<>("proof.retries", 3, 1, new byte[0], value));
    }
}
