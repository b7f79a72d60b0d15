package io.proofmill.queue.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrySettingsTest {
    @Test
    void every_key_is_read() {
        RegistrySettings settings = RegistrySettings.from(Map.of(
                RegistrySettings.URL,
                "http://one:8081, https://two:8081",
                RegistrySettings.BASIC_AUTH,
                "user:pass:word",
                RegistrySettings.TRUST_STORE,
                "/trust.p12",
                RegistrySettings.TRUST_STORE_PASSWORD,
                "secret",
                RegistrySettings.CONNECT_TIMEOUT,
                100,
                RegistrySettings.REQUEST_TIMEOUT,
                "200",
                RegistrySettings.AUTO_REGISTER,
                "false",
                "bootstrap.servers",
                "passed over"));
        assertThat(settings.urls()).containsExactly(URI.create("http://one:8081"), URI.create("https://two:8081"));
        assertThat(settings.auth()).isEqualTo(new RegistryAuth.Basic("user", "pass:word"));
        assertThat(settings.tls().trustStore()).isEqualTo(Optional.of(Path.of("/trust.p12")));
        assertThat(settings.connectTimeout()).isEqualTo(Duration.ofMillis(100));
        assertThat(settings.requestTimeout()).isEqualTo(Duration.ofMillis(200));
        assertThat(settings.autoRegister()).isFalse();
    }

    @Test
    void secrets_do_not_show_when_settings_are_printed() {
        RegistrySettings settings = RegistrySettings.from(Map.of(
                RegistrySettings.URL, "http://one:8081",
                RegistrySettings.BASIC_AUTH, "user:hunter2",
                RegistrySettings.TRUST_STORE, "/trust.p12",
                RegistrySettings.TRUST_STORE_PASSWORD, "hunter2"));
        assertThat(settings.toString()).contains("user").doesNotContain("hunter2");
        assertThat(settings.withAuth(new RegistryAuth.Bearer("hunter2")).toString())
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://one", "one:8081", "http:///path"})
    void an_address_that_is_not_http_is_refused(String url) {
        assertThatThrownBy(() -> RegistrySettings.from(Map.of(RegistrySettings.URL, url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(url);
    }

    @Test
    void an_address_is_required() {
        assertThatThrownBy(() -> RegistrySettings.from(Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(RegistrySettings.URL);
    }

    @Test
    void a_trust_store_that_cannot_be_read_is_said_in_one_sentence() {
        RegistrySettings settings = RegistrySettings.of(URI.create("https://one"))
                .withTls(RegistryTls.trusting(Path.of("/no/such/store.p12"), ""));
        assertThatThrownBy(() -> new RegistryClient(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/no/such/store.p12");
    }
}
