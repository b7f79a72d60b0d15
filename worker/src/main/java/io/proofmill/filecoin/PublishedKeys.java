package io.proofmill.filecoin;

import io.proofmill.filecoin.statement.Blake2b;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The digests that the network publishes for its key files: the first 32 hexadecimal digits of a file's BLAKE2b-512. A file with a published name and digest needs no other check of its points.
 *
 * <p>Source: {@code parameters.json} of rust-fil-proofs.
 */
public final class PublishedKeys {
    private static final int DIGITS = 32;
    private static final int BUFFER = 1 << 20;
    private static final Map<String, String> DIGESTS = read();

    private PublishedKeys() {}

    /** The published digest of a file's name, if there is one. */
    public static Optional<String> digest(Path file) {
        return Optional.ofNullable(DIGESTS.get(file.getFileName().toString()));
    }

    /** The digest of a file. A file of 44 GiB takes minutes. */
    public static String digestOf(Path file) throws IOException {
        Blake2b digest = new Blake2b();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }

    /**
     * Whether the file is the one that the network published under its name; false for a name that it did not publish.
     *
     * @throws BadInputException INVALID_KEY for another file under a published name
     */
    public static boolean isPublished(Path file) throws IOException {
        Optional<String> published = digest(file);
        if (published.isEmpty()) {
            return false;
        }
        String found = digestOf(file);
        if (!published.get().equals(found)) {
            throw new BadInputException(
                    ReasonCode.INVALID_KEY,
                    file.getFileName()
                            + " is not the file that the network publishes under this name: its BLAKE2b digest begins "
                            + found + ", the published one " + published.get()
                            + "; a key of one's own goes by a name such as window-2KiB" + ending(file));
        }
        return true;
    }

    private static String ending(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.'));
    }

    private static Map<String, String> read() {
        try (InputStream in = PublishedKeys.class.getResourceAsStream("published-keys.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .map(line -> line.split(" "))
                    .collect(Collectors.toUnmodifiableMap(words -> words[0], words -> words[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
