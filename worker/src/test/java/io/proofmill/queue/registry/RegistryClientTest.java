package io.proofmill.queue.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryClientTest {
    private static final Schema SCHEMA = SchemaBuilder.record("R").fields().endRecord();
    private static final String AN_ID = "{\"id\":7}";
    private static final String A_SCHEMA = "{\"schema\":\"\\\"string\\\"\"}";

    private ScriptedNode node;
    private ScriptedNode other;

    @BeforeEach
    void start() throws IOException {
        node = new ScriptedNode();
        other = new ScriptedNode();
    }

    @AfterEach
    void stop() {
        node.close();
        other.close();
    }

    @Test
    void a_subject_is_escaped_in_the_path_and_the_schema_travels_as_text() {
        node.answers(200, AN_ID);
        try (RegistryClient client = client(node.url())) {
            assertThat(client.register("a b/c-value", SCHEMA)).isEqualTo(7);
        }
        ScriptedNode.Asked asked = node.asked().getFirst();
        assertThat(asked.path()).isEqualTo("/subjects/a%20b%2Fc-value/versions");
        assertThat(asked.body()).startsWith("{\"schema\":\"{\\\"type\\\":\\\"record\\\"");
    }

    @Test
    void a_base_address_may_have_a_path_and_a_slash_at_its_end() {
        node.answers(200, A_SCHEMA);
        try (RegistryClient client = client(URI.create(node.url() + "/apis/ccompat/v7/"))) {
            client.byId(1);
        }
        assertThat(node.asked().getFirst().path()).isEqualTo("/apis/ccompat/v7/schemas/ids/1");
    }

    @ParameterizedTest
    @CsvSource({"404,40401", "404,40402", "404,40403", "409,409", "422,42201"})
    void a_refusal_in_the_protocols_words_is_a_refusal_with_its_code(int status, int code) {
        node.answers(status, "{\"error_code\":%d,\"message\":\"no\"}".formatted(code));
        try (RegistryClient client = client(node.url())) {
            assertThatThrownBy(() -> client.lookup("s", SCHEMA))
                    .isInstanceOfSatisfying(
                            RegistryRefusedException.class,
                            e -> assertThat(e.code()).isEqualTo(code))
                    .hasMessageContaining("no");
        }
        assertThat(node.asked()).hasSize(1);
    }

    @Test
    void a_bare_404_is_somebody_else_answering_and_not_an_unknown_schema() {
        node.answers(404, "<html>not here</html>");
        assertUnavailable("found status 404");
    }

    @Test
    void a_404_for_the_path_is_a_wrong_address_and_not_an_unknown_schema() {
        node.answers(404, "{\"error_code\":404,\"message\":\"HTTP 404 Not Found\"}");
        assertUnavailable("found status 404");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 500, 502, 503})
    void trouble_of_the_registry_or_with_credentials_is_not_the_records_fault(int status) {
        node.answers(status, "{\"error_code\":%d,\"message\":\"trouble\"}".formatted(status));
        assertUnavailable("found status " + status + ": trouble");
    }

    @Test
    void a_proxys_page_with_status_200_is_not_an_answer() {
        node.answers(200, "<html>please log in</html>");
        assertUnavailable("expected an answer in its protocol");
    }

    @Test
    void an_answer_without_the_wanted_field_is_not_an_answer() {
        node.answers(200, "{}");
        assertUnavailable("expected the field schema");
    }

    @Test
    void a_redirect_is_not_followed_with_the_credentials() {
        node.redirectsTo(other.url());
        other.answers(200, A_SCHEMA);
        assertUnavailable("found status 307");
        assertThat(other.asked()).isEmpty();
    }

    @Test
    void a_node_that_does_not_answer_in_time_is_away() {
        node.keepsSilent();
        RegistrySettings settings =
                RegistrySettings.of(node.url()).withTimeouts(Duration.ofSeconds(1), Duration.ofMillis(100));
        try (RegistryClient client = new RegistryClient(settings)) {
            assertThatThrownBy(() -> client.byId(1))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("timed out");
        }
    }

    @Test
    void a_question_is_asked_again_after_a_lost_connection() {
        node.hangsUp().answers(200, A_SCHEMA);
        try (RegistryClient client = client(node.url())) {
            assertThat(client.byId(1)).isEqualTo(Schema.create(Schema.Type.STRING));
        }
    }

    @Test
    void a_registration_is_not_sent_again_after_a_lost_connection() {
        node.hangsUp().answers(200, AN_ID);
        try (RegistryClient client = client(node.url(), other.url())) {
            assertThatThrownBy(() -> client.register("s", SCHEMA)).isInstanceOf(RegistryUnavailableException.class);
        }
        assertThat(node.asked()).hasSize(1);
        assertThat(other.asked()).isEmpty();
    }

    @Test
    void a_registration_goes_to_the_next_node_when_the_first_cannot_be_reached() throws IOException {
        other.answers(200, AN_ID);
        try (RegistryClient client = client(nobody(), other.url())) {
            assertThat(client.register("s", SCHEMA)).isEqualTo(7);
        }
    }

    @Test
    void a_question_goes_to_the_next_node_which_is_then_asked_first() {
        node.answers(503, "{}");
        other.answers(200, A_SCHEMA);
        try (RegistryClient client = client(node.url(), other.url())) {
            client.byId(1);
            client.byId(2);
        }
        assertThat(node.asked()).hasSize(1);
        assertThat(other.asked()).hasSize(2);
    }

    @Test
    void when_nobody_can_be_reached_the_registry_is_away() throws IOException {
        try (RegistryClient client = client(nobody(), nobody())) {
            assertThatThrownBy(() -> client.byId(1))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("no connection");
        }
    }

    @Test
    void an_interrupt_ends_the_call_and_stays_set() {
        node.answers(200, A_SCHEMA);
        try (RegistryClient client = client(node.url(), other.url())) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> client.byId(1)).isInstanceOf(RegistryUnavailableException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void basic_and_bearer_credentials_are_sent_with_every_request() {
        node.answers(200, A_SCHEMA);
        RegistrySettings settings = RegistrySettings.of(node.url());
        try (RegistryClient basic =
                        new RegistryClient(settings.withAuth(new RegistryAuth.Basic("Aladdin", "open sesame")));
                RegistryClient bearer = new RegistryClient(settings.withAuth(new RegistryAuth.Bearer("token")))) {
            basic.byId(1);
            bearer.byId(1);
        }
        assertThat(node.asked())
                .extracting(ScriptedNode.Asked::authorization)
                .containsExactly("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Bearer token");
    }

    @Test
    void a_schema_of_another_language_is_refused() {
        node.answers(200, "{\"schemaType\":\"PROTOBUF\",\"schema\":\"message M {}\"}");
        try (RegistryClient client = client(node.url())) {
            assertThatThrownBy(() -> client.byId(5))
                    .isInstanceOf(RegistryRefusedException.class)
                    .hasMessageContaining("schema id 5")
                    .hasMessageContaining("PROTOBUF");
        }
    }

    @Test
    void a_schema_that_does_not_parse_is_refused() {
        node.answers(200, "{\"schema\":\"{\"}");
        try (RegistryClient client = client(node.url())) {
            assertThatThrownBy(() -> client.byId(5))
                    .isInstanceOf(RegistryRefusedException.class)
                    .hasMessageContaining("not an Avro schema");
        }
    }

    @Test
    void a_subject_without_versions_takes_any_schema() {
        node.answers(404, "{\"error_code\":40401,\"message\":\"no\"}");
        try (RegistryClient client = client(node.url())) {
            assertThat(client.isCompatible("s", SCHEMA)).isTrue();
        }
    }

    private void assertUnavailable(String sentencePart) {
        try (RegistryClient client = client(node.url())) {
            assertThatThrownBy(() -> client.byId(1))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining(sentencePart);
        }
    }

    private static RegistryClient client(URI... urls) {
        return new RegistryClient(RegistrySettings.of(urls));
    }

    private static URI nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
    }
}
