package io.proofmill.queue;

import io.proofmill.schemas.PayloadReference;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps proofs that are over the limit for a message, before their results are published: the result says where the bytes are, how many, and their SHA-256. An object is named by its digest, so writing
 * it again changes nothing, and a reader never sees half of one. Blocks; called off the poll thread.
 */
final class ResultStore {
    private static final Logger LOG = LoggerFactory.getLogger(ResultStore.class);
    private static final String SOURCE = "result store";

    private final QueueSettings.Results settings;
    private final S3Store s3;
    private final Troubles troubles;
    private final Backoff backoff;
    private final Pauser pauser;

    ResultStore(QueueSettings.Results settings, S3Store s3, Troubles troubles, Backoff backoff, Pauser pauser) {
        this.settings = settings;
        this.s3 = s3;
        this.troubles = troubles;
        this.backoff = backoff;
        this.pauser = pauser;
    }

    /** True when a proof of so many bytes must not travel in its result. */
    boolean takes(long bytes) {
        return settings.store().isPresent() && bytes > settings.inlineBytes();
    }

    /**
     * Keeps a proof, for as long as it takes.
     *
     * @return where it is; empty when the job was cancelled meanwhile
     */
    Optional<PayloadReference> keep(ByteBuffer proof, Cancellation cancellation) throws InterruptedException {
        MessageDigest digest = StatementDigest.sha256();
        digest.update(proof.duplicate());
        String sha256 = HexFormat.of().formatHex(digest.digest());
        URI address = URI.create(settings.store().orElseThrow() + "/" + sha256 + ".proof");
        for (int failures = 1; !cancellation.requested(); failures++) {
            try {
                write(address, proof.duplicate());
                troubles.end(SOURCE);
                return Optional.of(new PayloadReference(address.toString(), sha256, (long) proof.remaining()));
            } catch (IOException e) {
                String sentence = "a proof cannot be kept at %s: %s"
                        .formatted(settings.store().get(), e.getMessage());
                troubles.begin(SOURCE, Reason.STORAGE_UNAVAILABLE.name(), sentence);
                LOG.warn("{}: {}; waiting", Reason.STORAGE_UNAVAILABLE, sentence);
                pauser.pause(backoff.after(failures));
            }
        }
        troubles.end(SOURCE);
        return Optional.empty();
    }

    private void write(URI address, ByteBuffer bytes) throws IOException {
        if (address.getScheme().equals("s3")) {
            s3.put(address, bytes);
            return;
        }
        Path file = Path.of(address);
        Files.createDirectories(file.getParent());
        Path partial = Files.createTempFile(file.getParent(), "partial-", ".tmp");
        try {
            try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial); // what a full disk left of it would keep the disk full
        }
    }
}
