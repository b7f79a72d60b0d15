package io.proofmill.queue.registry;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to reach a registry.
 *
 * @param urls base addresses of equal nodes, tried in turn; for Apicurio with {@code /apis/ccompat/v7} at the end
 * @param auth how the client says who it is
 * @param tls trust and client certificate for https addresses
 * @param connectTimeout limit for opening a connection
 * @param requestTimeout limit for one request and its answer
 * @param autoRegister whether a serializer may register its schema; otherwise the schema must be there already
 * @param cacheSize how many ids, and as many subjects with a schema, are remembered
 * @param negativeTtl how long an unknown id is remembered as unknown, so that a run of bad records does not ask for each
 */
public record RegistrySettings(
        List<URI> urls,
        RegistryAuth auth,
        RegistryTls tls,
        Duration connectTimeout,
        Duration requestTimeout,
        boolean autoRegister,
        int cacheSize,
        Duration negativeTtl) {
    /** Comma-separated base addresses. Required. */
    public static final String URL = "schema.registry.url";
    /** {@code user:password}. Default: none. */
    public static final String BASIC_AUTH = "basic.auth.user.info";
    /** Bearer token. Default: none. */
    public static final String BEARER_TOKEN = "bearer.auth.token";
    /** Trust store (PKCS#12, JKS or PEM). Default: the JDK's authorities. */
    public static final String TRUST_STORE = "schema.registry.ssl.truststore.location";
    /** Password of the trust store. Default: empty. */
    public static final String TRUST_STORE_PASSWORD = "schema.registry.ssl.truststore.password";
    /** Key store with the client's certificate. Default: none. */
    public static final String KEY_STORE = "schema.registry.ssl.keystore.location";
    /** Password of the key store. Default: empty. */
    public static final String KEY_STORE_PASSWORD = "schema.registry.ssl.keystore.password";
    /** Limit for opening a connection, milliseconds. Default 5000. */
    public static final String CONNECT_TIMEOUT = "schema.registry.connect.timeout.ms";
    /** Limit for one request and its answer, milliseconds. Default 10000. */
    public static final String REQUEST_TIMEOUT = "schema.registry.request.timeout.ms";
    /** Whether serializers register their schemas. Default true. */
    public static final String AUTO_REGISTER = "auto.register.schemas";

    public RegistrySettings {
        urls = List.copyOf(urls);
        if (urls.isEmpty()) {
            throw new IllegalArgumentException("registry settings: expected at least one address, found none");
        }
        for (URI url : urls) {
            if (url.getHost() == null || !("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                throw new IllegalArgumentException(
                        "registry settings: expected an http or https address, found " + url);
            }
        }
        if (cacheSize < 1) {
            throw new IllegalArgumentException(
                    "registry settings: expected a cache size of at least 1, found " + cacheSize);
        }
    }

    /** The defaults for these addresses. */
    public static RegistrySettings of(URI... urls) {
        return new RegistrySettings(
                Arrays.asList(urls),
                new RegistryAuth.Anonymous(),
                RegistryTls.jdkDefaults(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                true,
                1000,
                Duration.ofSeconds(30));
    }

    /** From settings under the constants' names; other names are passed over, since a Kafka client's settings hold many. */
    public static RegistrySettings from(Map<String, ?> settings) {
        String urls = text(settings, URL)
                .orElseThrow(() -> new IllegalArgumentException("registry settings: " + URL + " is missing"));
        RegistrySettings defaults = of(Arrays.stream(urls.split(",", -1))
                .map(url -> URI.create(url.strip()))
                .toArray(URI[]::new));
        return new RegistrySettings(
                defaults.urls,
                auth(settings),
                new RegistryTls(
                        text(settings, TRUST_STORE).map(Path::of),
                        text(settings, TRUST_STORE_PASSWORD).orElse(""),
                        text(settings, KEY_STORE).map(Path::of),
                        text(settings, KEY_STORE_PASSWORD).orElse("")),
                millis(settings, CONNECT_TIMEOUT).orElse(defaults.connectTimeout),
                millis(settings, REQUEST_TIMEOUT).orElse(defaults.requestTimeout),
                text(settings, AUTO_REGISTER).map(Boolean::parseBoolean).orElse(defaults.autoRegister),
                defaults.cacheSize,
                defaults.negativeTtl);
    }

    public RegistrySettings withAuth(RegistryAuth newAuth) {
        return new RegistrySettings(
                urls, newAuth, tls, connectTimeout, requestTimeout, autoRegister, cacheSize, negativeTtl);
    }

    public RegistrySettings withTls(RegistryTls newTls) {
        return new RegistrySettings(
                urls, auth, newTls, connectTimeout, requestTimeout, autoRegister, cacheSize, negativeTtl);
    }

    public RegistrySettings withTimeouts(Duration connect, Duration request) {
        return new RegistrySettings(urls, auth, tls, connect, request, autoRegister, cacheSize, negativeTtl);
    }

    public RegistrySettings withAutoRegister(boolean register) {
        return new RegistrySettings(urls, auth, tls, connectTimeout, requestTimeout, register, cacheSize, negativeTtl);
    }

    private static RegistryAuth auth(Map<String, ?> settings) {
        Optional<String> bearer = text(settings, BEARER_TOKEN);
        if (bearer.isPresent()) {
            return new RegistryAuth.Bearer(bearer.get());
        }
        return text(settings, BASIC_AUTH).map(RegistrySettings::basic).orElseGet(RegistryAuth.Anonymous::new);
    }

    private static RegistryAuth basic(String userInfo) {
        int colon = userInfo.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("registry settings: " + BASIC_AUTH + " must read user:password");
        }
        return new RegistryAuth.Basic(userInfo.substring(0, colon), userInfo.substring(colon + 1));
    }

    private static Optional<Duration> millis(Map<String, ?> settings, String key) {
        return text(settings, key).map(Long::parseLong).map(Duration::ofMillis);
    }

    private static Optional<String> text(Map<String, ?> settings, String key) {
        return Optional.ofNullable(settings.get(key)).map(Object::toString).filter(value -> !value.isBlank());
    }
}
