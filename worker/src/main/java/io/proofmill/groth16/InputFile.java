package io.proofmill.groth16;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that somebody names: it may be anything, a folder or a pipe too, and of any size. */
public record InputFile(Path path) {
    /** Bytes of a file that is read whole: what is larger is mapped. */
    public static final int LARGEST = 1 << 30;

    /** What a person is told of a file that {@link #wasCut}. */
    public static final String CUT = "a file became shorter while it was read, or the disk is full or failing";

    /** In the message of an access to a mapped file beyond its end. */
    private static final String MAPPED = "unsafe memory access";

    /** Whether the failure is the JVM's word for a mapped file that has changed under it. */
    public static boolean wasCut(Throwable failure) {
        return failure instanceof InternalError
                && failure.getMessage() != null
                && failure.getMessage().contains(MAPPED);
    }

    /** What complaints call it. */
    public String name() {
        Path name = path.getFileName();
        return name == null ? path.toString() : name.toString();
    }

    /**
     * Maps all of it; the mapping lives as long as the arena.
     *
     * @throws BadInputException USAGE for what is no regular file: to open a pipe would be to wait for its writer
     */
    public MemorySegment map(Arena arena) throws IOException {
        requireNoFolder();
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new BadInputException(
                    ReasonCode.USAGE, path + " is a pipe or a device, a file was expected that can be mapped");
        }
        try (FileChannel channel = FileChannel.open(path)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    /**
     * Reads all of it; a pipe to its end.
     *
     * @throws BadInputException USAGE for a folder, TOO_LARGE beyond {@link #LARGEST} bytes, before memory is taken for them
     */
    public byte[] read() throws IOException {
        return read(LARGEST);
    }

    byte[] read(int most) throws IOException {
        requireNoFolder();
        if (Files.size(path) > most) {
            throw tooLarge(Files.size(path) + " bytes", most);
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(most);
            if (bytes.length == most && in.read() >= 0) {
                throw tooLarge("more bytes than that", most);
            }
            return bytes;
        }
    }

    private void requireNoFolder() {
        if (Files.isDirectory(path)) {
            throw new BadInputException(ReasonCode.USAGE, path + " is a folder, a file was expected");
        }
    }

    private BadInputException tooLarge(String found, int most) {
        return new BadInputException(
                ReasonCode.TOO_LARGE,
                path + " should have at most " + most + " bytes to be read whole, found " + found);
    }
}
