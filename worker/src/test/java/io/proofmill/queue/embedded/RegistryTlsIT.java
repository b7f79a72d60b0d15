package io.proofmill.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.proofmill.queue.registry.RegistryAuth;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.queue.registry.RegistryTls;
import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.runlogs.PlantedSecrets;
import io.proofmill.schemas.ProofRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client against a registry that demands TLS, a client certificate and a password. The keys are made for the run. */
class RegistryTlsIT {
    private static final String PASSWORD = PlantedSecrets.STORE_PASSWORD;
    private static final String REGISTRY_PASSWORD = "päss:" + PlantedSecrets.REGISTRY_PASSWORD;

    @TempDir
    private static Path folder;

    private static EmbeddedRegistry registry;
    private static Path serverStore;
    private static Path serverPem;
    private static Path clientStore;

    @BeforeAll
    static void start() throws Exception {
        serverStore = keyPair("server", "-ext", "san=ip:127.0.0.1");
        clientStore = keyPair("client");
        serverPem = folder.resolve("server.pem");
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "server",
                "-keystore",
                serverStore.toString(),
                "-file",
                serverPem.toString());
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new ClientCertificateDemanded(serverContext()));
        registry = new EmbeddedRegistry(server, new BasicAuthenticator("registry") {
            @Override
            public boolean checkCredentials(String user, String password) {
                return "worker".equals(user) && REGISTRY_PASSWORD.equals(password);
            }
        });
    }

    @AfterAll
    static void stop() {
        registry.close();
    }

    @Test
    void with_trust_certificate_and_password_the_registry_answers() {
        for (Path trust : List.of(serverStore, serverPem)) {
            RegistryTls tls = new RegistryTls(Optional.of(trust), PASSWORD, Optional.of(clientStore), PASSWORD);
            try (RegistryClient client = new RegistryClient(settings(tls, REGISTRY_PASSWORD))) {
                int id = client.register("s", ProofRequest.getClassSchema());
                assertThat(client.byId(id)).isEqualTo(ProofRequest.getClassSchema());
            }
        }
    }

    @Test
    void a_wrong_password_is_trouble_and_not_a_refusal() {
        RegistryTls tls = new RegistryTls(Optional.of(serverStore), PASSWORD, Optional.of(clientStore), PASSWORD);
        assertUnavailable(settings(tls, "wrong"), "status 401");
    }

    @Test
    void a_server_that_is_not_trusted_is_not_talked_to() {
        assertUnavailable(settings(RegistryTls.jdkDefaults(), REGISTRY_PASSWORD), "certification path");
    }

    @Test
    void without_its_certificate_the_client_is_not_let_in() {
        assertUnavailable(settings(RegistryTls.trusting(serverStore, PASSWORD), REGISTRY_PASSWORD), "no answer");
    }

    @Test
    void a_certificate_for_another_host_is_not_accepted() {
        RegistryTls tls = new RegistryTls(Optional.of(serverStore), PASSWORD, Optional.of(clientStore), PASSWORD);
        RegistrySettings byName = RegistrySettings.of(URI.create("https://localhost:" + registry.port()))
                .withTls(tls);
        assertUnavailable(byName, "localhost");
    }

    private static void assertUnavailable(RegistrySettings settings, String sentencePart) {
        try (RegistryClient client = new RegistryClient(settings)) {
            assertThatThrownBy(() -> client.byId(1))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining(sentencePart);
        }
    }

    private static RegistrySettings settings(RegistryTls tls, String password) {
        return RegistrySettings.of(URI.create("https://127.0.0.1:" + registry.port()))
                .withTls(tls)
                .withAuth(new RegistryAuth.Basic("worker", password));
    }

    private static SSLContext serverContext() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(serverStore.toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
        KeyStore clientCertificate = KeyStore.getInstance("PKCS12");
        clientCertificate.load(null, null);
        clientCertificate.setCertificateEntry(
                "client",
                KeyStore.getInstance(clientStore.toFile(), PASSWORD.toCharArray())
                        .getCertificate("client"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(clientCertificate);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static Path keyPair(String name, String... more) throws Exception {
        Path store = folder.resolve(name + ".p12");
        List<String> arguments = new ArrayList<>(List.of(
                "-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name, "-storetype", "PKCS12"));
        arguments.addAll(List.of("-keystore", store.toString()));
        arguments.addAll(List.of(more));
        keytool(arguments.toArray(String[]::new));
        return store;
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD));
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    }

    private static final class ClientCertificateDemanded extends HttpsConfigurator {
        private ClientCertificateDemanded(SSLContext context) {
            super(context);
        }

        @Override
        public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setNeedClientAuth(true);
            parameters.setSSLParameters(ssl);
        }
    }
}
