package io.proofmill.queue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Opens what a payload reference points to, if it may.
 *
 * <p>A reference comes from outside, so it is only followed to hosts, buckets and folders that the operator has listed, and never by a redirect to elsewhere: otherwise whoever can send a request could have a worker
 * read from the inside of the network. Addresses appear in messages without user and query, which may hold secrets.
 */
final class PayloadSource {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    /** Longest name of a file or folder that Linux knows. */
    private static final int MAX_NAME_BYTES = 255;

    private final QueueSettings.Payloads settings;
    private final Duration stallLimit;
    private final S3Store s3;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    PayloadSource(QueueSettings.Payloads settings) {
        this(settings, ANSWER);
    }

    /** @param stallLimit how long a store that has begun to answer may send nothing */
    PayloadSource(QueueSettings.Payloads settings, Duration stallLimit) {
        this.settings = settings;
        this.stallLimit = stallLimit;
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
        Path named = pathOf(address);
        try {
            Path path = named.toRealPath();
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
            if (!Files.isRegularFile(path)) {
                throw new PayloadException(
                        Reason.INVALID_REQUEST, "payload reference: %s is not a regular file".formatted(path));
            }
            SeekableByteChannel channel = Files.newByteChannel(path);
            channel.position(from);
            return Channels.newInputStream(channel);
        } catch (NoSuchFileException e) {
            if (rootsOf(named).anyMatch(Files::notExists)) {
                throw e; // a mount that is not there
            }
            throw new PayloadException(
                    Reason.INVALID_REQUEST, "payload reference: %s does not exist".formatted(address.getPath()), e);
        } catch (FileSystemException e) {
            if (mayComeBack(named)) {
                throw e;
            }
            throw new PayloadException(
                    Reason.INVALID_REQUEST,
                    "payload reference: %s cannot be a file in one of the folders that this worker reads payloads from (%s)"
                            .formatted(named, e.getReason()),
                    e);
        }
    }

    private static Path pathOf(URI address) throws PayloadException {
        try {
            return Path.of(URI.create("file://" + address.getRawPath()));
        } catch (IllegalArgumentException e) { // no path, a relative one, or one with a zero in it
            throw new PayloadException(
                    Reason.INVALID_REQUEST,
                    "payload reference: expected an absolute path after 'file://', found '%s'"
                            .formatted(address.getSchemeSpecificPart()),
                    e);
        }
    }

    /** Whether waiting may mend it: the path is one that a disk, a mount or the operator can bring back. Elsewhere, or through something that is no folder, nothing will ever be found. */
    private boolean mayComeBack(Path named) {
        Path path = named.normalize();
        boolean speakable = true;
        for (Path part : path) {
            speakable &= part.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES;
        }
        Path above = path.getParent();
        while (above != null && Files.notExists(above)) {
            above = above.getParent();
        }
        return rootsOf(named).findAny().isPresent() && speakable && (above == null || !Files.isRegularFile(above));
    }

    private Stream<Path> rootsOf(Path named) {
        Path path = named.normalize();
        return settings.fileRoots().stream()
                .filter(root -> path.startsWith(root.toAbsolutePath().normalize()));
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
        InputStream body = new StallLimitedStream(response.body(), stallLimit);
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
