package io.proofmill.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers which key files have passed their full check, by SHA-256, across restarts: checking every point of a large key takes minutes and its bytes do not change.
 *
 * <p>The memory is a text file, one digest a line. Losing it costs time, never safety.
 */
public final class CheckedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(CheckedFiles.class);
    private static final int BUFFER = 1 << 20;

    private final Path memory;
    private final Set<String> checked = new HashSet<>();
    private final Map<State, String> digests = new ConcurrentHashMap<>();

    /** @param memory the text file; made when the first check has passed */
    public CheckedFiles(Path memory) throws IOException {
        this.memory = memory;
        if (Files.exists(memory)) {
            checked.addAll(Files.readAllLines(memory));
        }
    }

    /** The file's SHA-256 in hexadecimal, calculated once while the file stays as it is. */
    public String digest(Path file) throws IOException {
        State state = new State(
                file, Files.size(file), Files.getLastModifiedTime(file).toMillis());
        String known = digests.get(state);
        if (known != null) {
            return known;
        }
        String digest = sha256(file);
        digests.put(state, digest);
        return digest;
    }

    private record State(Path file, long size, long modifiedMillis) {}

    synchronized boolean isChecked(String digest) {
        return checked.contains(digest);
    }

    /** A disk that is full costs the next process another check, and this one's jobs nothing. */
    synchronized void remember(String digest) {
        if (!checked.add(digest)) {
            return;
        }
        try {
            Files.createDirectories(memory.toAbsolutePath().getParent());
            Files.write(
                    memory,
                    List.of(digest),
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            LOG.warn("{} cannot be written ({}): the key is checked once more after a restart", memory, e.toString());
        }
    }

    private static String sha256(Path file) throws IOException {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256)) {
                byte[] buffer = new byte[BUFFER];
                int read = 0;
                while (read >= 0) {
                    read = in.read(buffer);
                }
            }
            return HexFormat.of().formatHex(sha256.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
