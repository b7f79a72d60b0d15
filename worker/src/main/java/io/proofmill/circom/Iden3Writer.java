package io.proofmill.circom;

import io.proofmill.groth16.OutputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes an iden3 binary file of known size from front to back; see {@link Iden3File} for the layout. */
final class Iden3Writer {
    /** Bytes before the first section. */
    static final long FILE_HEADER = 12;

    /** Bytes before the data of each section. */
    static final long SECTION_HEADER = 12;

    private final MemorySegment out;
    private long position;

    private Iden3Writer(MemorySegment out, FileKind kind, int sections) {
        this.out = out;
        byte[] magic = kind.magic().getBytes(StandardCharsets.US_ASCII);
        next(magic.length).copyFrom(MemorySegment.ofArray(magic));
        u32(kind.version());
        u32(sections);
    }

    /** What fills a file. */
    @FunctionalInterface
    interface Content {
        void write(Iden3Writer writer);
    }

    /** Creates the file whole or not at all; see {@link OutputFile}. */
    static void create(Path path, long size, FileKind kind, int sections, Content content) throws IOException {
        try (OutputFile file = OutputFile.at(path).requireRoom(size)) {
            try (Arena arena = Arena.ofShared();
                    FileChannel channel = FileChannel.open(
                            file.draft(),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE)) {
                MemorySegment out = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
                Iden3Writer writer = new Iden3Writer(out, kind, sections);
                content.write(writer);
                writer.requireFull();
            }
            file.publish();
        }
    }

    void section(int type, long size) {
        u32(type);
        out.set(Iden3File.U64, advance(Long.BYTES), size);
    }

    void u32(long value) {
        out.set(Iden3File.U32, advance(Integer.BYTES), (int) value);
    }

    void u64(long value) {
        out.set(Iden3File.U64, advance(Long.BYTES), value);
    }

    /** A non-negative integer, little-endian. */
    void integer(BigInteger value, int bytes) {
        MemorySegment room = next(bytes);
        byte[] bigEndian = value.toByteArray();
        for (int i = 0; i < bytes; i++) {
            int from = bigEndian.length - 1 - i;
            room.set(ValueLayout.JAVA_BYTE, i, from < 0 ? 0 : bigEndian[from]);
        }
    }

    /** Room for the next bytes, for the caller to fill. */
    MemorySegment next(long bytes) {
        return out.asSlice(advance(bytes), bytes);
    }

    private long advance(long bytes) {
        long at = position;
        position += bytes;
        return at;
    }

    private void requireFull() {
        if (position != out.byteSize()) {
            throw new IllegalStateException("wrote " + position + " bytes of a file of " + out.byteSize());
        }
    }
}
