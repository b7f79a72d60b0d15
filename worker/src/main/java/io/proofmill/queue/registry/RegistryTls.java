package io.proofmill.queue.registry;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Whom the client trusts and with which certificate it shows itself. Host names are always verified.
 *
 * @param trustStore PKCS#12 or JKS store, or a PEM file of certificates; empty: the JDK's own authorities
 * @param trustStorePassword password of that store; unused for PEM
 * @param keyStore PKCS#12 or JKS store with the client's key; empty: no client certificate
 * @param keyStorePassword password of that store and of the key in it
 */
public record RegistryTls(
        Optional<Path> trustStore, String trustStorePassword, Optional<Path> keyStore, String keyStorePassword) {
    private static final byte[] PEM_START = "-----BEGIN".getBytes(StandardCharsets.US_ASCII);

    /** The JDK's own authorities and no client certificate. */
    public static RegistryTls jdkDefaults() {
        return new RegistryTls(Optional.empty(), "", Optional.empty(), "");
    }

    /** Trusts the certificates of one store and shows none. */
    public static RegistryTls trusting(Path trustStore, String password) {
        return new RegistryTls(Optional.of(trustStore), password, Optional.empty(), "");
    }

    /** The context to connect with. Throws {@link IllegalArgumentException} with a sentence when a store cannot be read. */
    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), trustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("registry TLS settings: " + e.getMessage(), e);
        }
    }

    private KeyManager[] keyManagers() throws IOException, GeneralSecurityException {
        if (keyStore.isEmpty()) {
            return new KeyManager[0];
        }
        char[] password = keyStorePassword.toCharArray();
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(KeyStore.getInstance(keyStore.get().toFile(), password), password);
        return factory.getKeyManagers();
    }

    private TrustManager[] trustManagers() throws IOException, GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trustStore.isEmpty() ? null : authorities(trustStore.get()));
        return factory.getTrustManagers();
    }

    private KeyStore authorities(Path file) throws IOException, GeneralSecurityException {
        return isPem(file)
                ? authoritiesOfPem(file)
                : KeyStore.getInstance(file.toFile(), trustStorePassword.toCharArray());
    }

    private static boolean isPem(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(PEM_START.length), PEM_START);
        }
    }

    private static KeyStore authoritiesOfPem(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int i = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + i++, certificate);
            }
        }
        return store;
    }

    @Override
    public String toString() {
        return "RegistryTls[trustStore=" + trustStore + ", keyStore=" + keyStore + "]";
    }
}
