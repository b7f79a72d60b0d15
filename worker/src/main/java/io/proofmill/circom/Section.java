package io.proofmill.circom;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.lang.foreign.MemorySegment;

/**
 * One section of a binary file.
 *
 * @param file the file's name
 * @param title how a sentence names the section
 * @param offset where its data start in the file
 * @param bytes its data
 */
record Section(String file, String title, long offset, MemorySegment bytes) {
    Section(String file, int type, long offset, MemorySegment bytes) {
        this(file, "section " + Integer.toUnsignedString(type), offset, bytes);
    }

    Section named(String content) {
        return new Section(file, title + " (" + content + ")", offset, bytes);
    }

    long size() {
        return bytes.byteSize();
    }

    /** Refuses a section of another size. */
    Section requireSize(long expected) {
        if (size() != expected) {
            throw malformed("at offset " + offset + " should have " + expected + " bytes, found " + size());
        }
        return this;
    }

    SectionReader reader() {
        return new SectionReader(this);
    }

    BadInputException malformed(String predicate) {
        return new BadInputException(ReasonCode.MALFORMED_FILE, file + ": " + title + " " + predicate);
    }
}
