package io.proofmill.circom;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * The container of iden3's binary files: a magic, a u32 version, a u32 number of sections, then the sections, each a u32 type, a u64 size and its data, all
 * little-endian. The sections may come in any order, so they are indexed first; nothing is copied.
 */
final class Iden3File {
    static final ValueLayout.OfInt U32 = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong U64 = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int HEADER_BYTES = 12;
    private static final int SECTION_HEADER_BYTES = 12;

    private final String name;
    private final Map<Integer, Section> sections = new HashMap<>();

    private Iden3File(String name) {
        this.name = name;
    }

    /**
     * Indexes the sections of a file.
     *
     * @param name what complaints call the file
     * @throws BadInputException MALFORMED_FILE
     */
    static Iden3File index(String name, MemorySegment bytes, FileKind kind) {
        Iden3File file = new Iden3File(name);
        file.requireHeader(bytes, kind);
        long count = Integer.toUnsignedLong(bytes.get(U32, 8));
        if (count > (bytes.byteSize() - HEADER_BYTES) / SECTION_HEADER_BYTES) {
            throw file.malformed(
                    "says it has " + count + " sections, more than its " + bytes.byteSize() + " bytes can hold");
        }
        long offset = HEADER_BYTES;
        for (long i = 0; i < count; i++) {
            offset = file.indexSection(bytes, offset, i + 1, count);
        }
        if (offset != bytes.byteSize()) {
            throw file.malformed("has " + (bytes.byteSize() - offset) + " bytes too many at offset " + offset
                    + ", after the last of its " + count + " sections");
        }
        return file;
    }

    private void requireHeader(MemorySegment bytes, FileKind kind) {
        if (bytes.byteSize() == 0) {
            throw malformed("is empty, " + kind.described() + " was expected");
        }
        byte[] start = bytes.asSlice(0, Math.min(4, bytes.byteSize())).toArray(ValueLayout.JAVA_BYTE);
        String found = FileKind.describe(start);
        if (!found.equals(kind.described())) {
            throw malformed("is " + found + ", " + kind.described() + " was expected");
        }
        if (bytes.byteSize() < HEADER_BYTES) {
            throw malformed("ends after " + bytes.byteSize() + " bytes, inside its header of " + HEADER_BYTES);
        }
        int version = bytes.get(U32, 4);
        if (version != kind.version()) {
            throw malformed("has format version " + Integer.toUnsignedString(version) + ", " + kind.version()
                    + " was expected");
        }
    }

    private long indexSection(MemorySegment bytes, long offset, long number, long count) {
        if (bytes.byteSize() - offset < SECTION_HEADER_BYTES) {
            throw malformed("ends at offset " + bytes.byteSize() + ", before the header of its section " + number
                    + " of " + count);
        }
        int type = bytes.get(U32, offset);
        long size = bytes.get(U64, offset + 4);
        long start = offset + SECTION_HEADER_BYTES;
        if (size < 0 || size > bytes.byteSize() - start) {
            throw malformed("section " + Integer.toUnsignedString(type) + " at offset " + start + " should have "
                    + Long.toUnsignedString(size) + " bytes, found " + (bytes.byteSize() - start));
        }
        Section section = new Section(name, type, start, bytes.asSlice(start, size));
        if (sections.put(type, section) != null) {
            throw malformed("has section " + Integer.toUnsignedString(type) + " twice, again at offset " + start);
        }
        return start + size;
    }

    String name() {
        return name;
    }

    /** A section that must be there. */
    Section section(int type, String content) {
        Section section = sections.get(type);
        if (section == null) {
            throw malformed("has no section " + type + " (" + content + ")");
        }
        return section.named(content);
    }

    boolean has(int type) {
        return sections.containsKey(type);
    }

    /** A complaint about this file. */
    BadInputException malformed(String predicate) {
        return malformed(name, predicate);
    }

    static BadInputException malformed(String name, String predicate) {
        return new BadInputException(ReasonCode.MALFORMED_FILE, name + " " + predicate);
    }
}
