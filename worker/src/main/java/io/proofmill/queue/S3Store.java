package io.proofmill.queue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Objects in S3, or in a store that speaks its protocol. Credentials come by the usual chain: environment, shared files, web identity, instance metadata; they are never logged. The client is made at
 * its first use, so that a worker without such payloads loads none of it. What is read and written is checked by SHA-256, so the protocol's own checksums, which not every store knows, are used where
 * they must be only.
 */
final class S3Store {
    private static final int NOT_FOUND = 404;

    private final QueueSettings.ObjectStore settings;
    private S3Client client;

    S3Store(QueueSettings.ObjectStore settings) {
        this.settings = settings;
    }

    /**
     * The object's bytes from an offset on.
     *
     * @param address {@code s3://bucket/key}
     * @throws PayloadException INVALID_REQUEST when the bucket is not listed or there is no such object
     * @throws IOException when the store does not give it: it is away, or does not let this worker in
     */
    InputStream open(URI address, long from) throws PayloadException, IOException {
        String bucket = String.valueOf(address.getHost());
        if (!settings.buckets().contains(bucket)) {
            throw new PayloadException(
                    Reason.INVALID_REQUEST,
                    "payload reference: %s is not among the buckets that this worker reads payloads from"
                            .formatted(bucket));
        }
        if (keyOf(address).isEmpty()) {
            throw new PayloadException(
                    Reason.INVALID_REQUEST,
                    "payload reference: expected an object of bucket %s, found no key".formatted(bucket));
        }
        GetObjectRequest request = GetObjectRequest.builder()
                .bucket(bucket)
                .key(keyOf(address))
                .range(from > 0 ? "bytes=" + from + "-" : null)
                .build();
        try {
            return client().getObject(request);
        } catch (S3Exception e) {
            if (e.statusCode() == NOT_FOUND) {
                throw new PayloadException(
                        Reason.INVALID_REQUEST,
                        "payload reference: there is no object s3://%s/%s".formatted(bucket, keyOf(address)),
                        e);
            }
            throw new IOException("status " + e.statusCode() + " of bucket " + bucket, e);
        } catch (SdkException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Writes an object, or the same object again. */
    void put(URI address, ByteBuffer bytes) throws IOException {
        PutObjectRequest request = PutObjectRequest.builder()
                .bucket(address.getHost())
                .key(keyOf(address))
                .build();
        try {
            client().putObject(request, RequestBody.fromByteBuffer(bytes));
        } catch (SdkException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static String keyOf(URI address) {
        String path = String.valueOf(address.getPath());
        return path.substring(Math.min(1, path.length()));
    }

    private synchronized S3Client client() {
        if (client == null) {
            S3ClientBuilder builder = S3Client.builder()
                    .httpClient(UrlConnectionHttpClient.create())
                    .serviceConfiguration(configuration -> configuration.chunkedEncodingEnabled(false))
                    .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                    .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
            settings.endpoint()
                    .ifPresent(endpoint -> builder.endpointOverride(endpoint)
                            .forcePathStyle(true)
                            .region(Region.US_EAST_1)); // own stores take any, and ask for one
            settings.region().map(Region::of).ifPresent(builder::region);
            client = builder.build();
        }
        return client;
    }
}
