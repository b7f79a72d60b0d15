package io.proofmill.queue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Opens what a payload reference points to, if it may.
 *
 * <p>A reference comes from outside, so it is only followed to hosts, buckets and folders that the operator has listed, and never by a redirect to elsewhere: otherwise whoever can send a request could have a worker
 * read from the inside of the network. Addresses appear in messages without user and query, which may hold secrets.
 */
final class PayloadSource {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final QueueSettings.Payloads settings;
    private final S3Store s3;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    PayloadSource(QueueSettings.Payloads settings) {
        this.settings = settings;
        this.s3 = new S3Store(settings.objectStore());
    }

    /**
     * The stored bytes from an offset on.
     *
     * @throws IOException when the store fails on the way; what was read so far stays good
     */
    InputStream open(String uri, long from) throws PayloadException, IOException, InterruptedException {
        URI address;
        try {
            address = URI.create(uri);
        } catch (IllegalArgumentException e) {
            throw new PayloadException(Reason.INVALID_REQUEST, "payload reference: expected a URI, found another text");
        }
        String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "file" -> file(address, from);
            case "http", "https" -> http(address, from);
            case "s3" -> s3.open(address, from);
            default ->
                throw new PayloadException(
                        Reason.INVALID_REQUEST,
                        "payload reference: expected file, http, https or s3, found '%s'".formatted(scheme));
        };
    }

    private InputStream file(URI address, long from) throws PayloadException, IOException {
        try {
            Path path = Path.of(URI.create("file://" + address.getRawPath())).toRealPath();
            boolean allowed = false;
            for (Path root : settings.fileRoots()) {
                allowed |= path.startsWith(root.toRealPath());
            }
            if (!allowed) {
                throw new PayloadException(
                        Reason.INVALID_REQUEST,
                        "payload reference: %s is in none of the folders that this worker reads payloads from"
                                .formatted(path));
            }
            SeekableByteChannel channel = Files.newByteChannel(path);
            channel.position(from);
            return Channels.newInputStream(channel);
        } catch (NoSuchFileException | FileNotFoundException e) {
            throw new PayloadException(
                    Reason.INVALID_REQUEST, "payload reference: %s does not exist".formatted(address.getPath()), e);
        }
    }

    private InputStream http(URI address, long from) throws PayloadException, IOException, InterruptedException {
        String host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
        if (!settings.hosts().contains(host) && !settings.hosts().contains(host + ":" + address.getPort())) {
            throw new PayloadException(
                    Reason.INVALID_REQUEST,
                    "payload reference: %s is not among the hosts that this worker reads payloads from"
                            .formatted(host));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(ANSWER);
        if (from > 0) {
            request.header("Range", "bytes=" + from + "-");
        }
        HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        InputStream body = response.body();
        int status = response.statusCode();
        if (status == 200) {
            body.skipNBytes(from);
            return body;
        }
        if (status == 206 && from > 0) {
            return body;
        }
        body.close();
        if (status >= 500 || status == 429 || status == 408) {
            throw new IOException("status " + status);
        }
        throw new PayloadException(
                Reason.INVALID_REQUEST,
                "payload reference: expected status 200 of %s%s, found %d%s"
                        .formatted(
                                host,
                                address.getPath(),
                                status,
                                status / 100 == 3 ? "; redirects are not followed" : ""));
    }
}
