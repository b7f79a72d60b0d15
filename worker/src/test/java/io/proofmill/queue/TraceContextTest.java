package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.RecordHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class TraceContextTest {
    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String OTHER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

    @Test
    void the_header_wins_over_the_record() {
        ProofRequest request = QueueBench.request("job");
        request.setTraceParent(OTHER);
        request.setTraceState("record=1");
        TraceContext trace =
                TraceContext.of(request, List.of(header("traceparent", PARENT), header("tracestate", "header=1")));
        assertThat(trace.parent()).contains(PARENT);
        assertThat(trace.state()).contains("header=1");
    }

    @Test
    void without_a_header_the_record_counts() {
        ProofRequest request = QueueBench.request("job");
        request.setTraceParent(OTHER);
        assertThat(TraceContext.of(request, List.of()).parent()).contains(OTHER);
    }

    @Test
    void a_text_that_is_no_trace_context_is_dropped_with_its_state() {
        ProofRequest request = QueueBench.request("job");
        List<RecordHeader> headers = List.of(header("traceparent", "rubbish"), header("tracestate", "a=1"));
        assertThat(TraceContext.of(request, headers)).isEqualTo(TraceContext.NONE);
    }

    @Test
    void a_span_below_takes_the_parent_s_place_and_keeps_its_state() {
        ProofRequest request = QueueBench.request("job");
        TraceContext given =
                TraceContext.of(request, List.of(header("traceparent", PARENT), header("tracestate", "a=1")));
        assertThat(given.below(OTHER)).isEqualTo(new TraceContext(Optional.of(OTHER), Optional.of("a=1")));
        assertThat(given.below("rubbish")).isEqualTo(given);
        assertThat(TraceContext.NONE.below(OTHER).parent()).contains(OTHER);
    }

    @Test
    void what_is_written_about_the_job_carries_it_on() {
        ProofRequest request = QueueBench.request("job");
        Outgoing outgoing = Outgoing.byKey("topic", Outgoing.keyOf("job"), request)
                .with(TraceContext.of(request, List.of(header("traceparent", PARENT))));
        ProducerRecord<byte[], byte[]> record = outgoing.encoded(new RecordCodec(new FixedRegistry(), true));
        assertThat(new String(record.headers().lastHeader("traceparent").value(), StandardCharsets.US_ASCII))
                .isEqualTo(PARENT);
        assertThat(record.headers().lastHeader("tracestate")).isNull();
    }

    private static RecordHeader header(String key, String value) {
        return RecordHeader.newBuilder()
                .setKey(key)
                .setValue(RawRecord.wrap(value.getBytes(StandardCharsets.US_ASCII)))
                .build();
    }
}
