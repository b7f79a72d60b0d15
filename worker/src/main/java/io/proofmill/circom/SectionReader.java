package io.proofmill.circom;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/** Reads a section from its start; running over its end is a complaint that names the field and its place. */
final class SectionReader {
    private final Section section;
    private long position;

    SectionReader(Section section) {
        this.section = section;
    }

    /** An unsigned 32-bit number. */
    long u32(String what) {
        return Integer.toUnsignedLong(section.bytes().get(Iden3File.U32, advance(Integer.BYTES, what)));
    }

    /** A 32-bit number that must fit an array index. */
    int count(String what) {
        long value = u32(what);
        if (value > Integer.MAX_VALUE - 8) {
            throw section.malformed("has " + what + " " + value + " at offset " + (fileOffset() - Integer.BYTES)
                    + ", more than are supported (" + (Integer.MAX_VALUE - 8) + ")");
        }
        return (int) value;
    }

    long u64(String what) {
        return section.bytes().get(Iden3File.U64, advance(Long.BYTES, what));
    }

    /** An unsigned little-endian integer. */
    BigInteger integer(int bytes, String what) {
        byte[] value = slice(bytes, what).toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < value.length / 2; i++) {
            byte low = value[i];
            value[i] = value[value.length - 1 - i];
            value[value.length - 1 - i] = low;
        }
        return new BigInteger(1, value);
    }

    /** A view of the next bytes. */
    MemorySegment slice(long bytes, String what) {
        return section.bytes().asSlice(advance(bytes, what), bytes);
    }

    /** Refuses bytes after the last field. */
    void requireEnd() {
        if (position != section.size()) {
            throw section.malformed("has " + (section.size() - position) + " bytes too many at offset " + fileOffset());
        }
    }

    /** Where in the section the next field starts. */
    long position() {
        return position;
    }

    /** Where in the file the next field starts. */
    long fileOffset() {
        return section.offset() + position;
    }

    private long advance(long bytes, String what) {
        if (bytes > section.size() - position) {
            throw section.malformed("ends inside " + what + ": expected " + bytes + " bytes at offset " + fileOffset()
                    + ", found " + (section.size() - position));
        }
        long at = position;
        position += bytes;
        return at;
    }
}
