package io.proofmill.filecoin.format;

import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads JSON of a known shape from a stream, byte by byte, holding one buffer only: 51 MB of byte arrays pass in well under a second. The caller asks for what must come next; anything else is MALFORMED_FILE with the offset.
 */
final class JsonStream {
    private static final int BUFFER = 1 << 16;
    private static final int END = -1;
    private static final int DEEPEST = 64;
    private static final int LONGEST_STRING = 1 << 12;

    private final String name;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final byte[] node = new byte[Node.BYTES];
    private int position;
    private int limit;
    private long passed;

    /** The name is that of the file, for failures. */
    JsonStream(String name, InputStream in) {
        this.name = name;
        this.in = in;
    }

    /** A handler of one member of an object; it reads the member's value. */
    interface Member {
        void read(String key);
    }

    /** An object, its members in any order. */
    void object(Member member) {
        expect('{', "an object");
        if (peek() == '}') {
            next();
            return;
        }
        do {
            String key = string();
            expect(':', "a colon after \"" + key + "\"");
            member.read(key);
        } while (more('}'));
    }

    /** An array of at most {@code most} elements. */
    <T> List<T> array(String what, int most, Supplier<T> element) {
        expect('[', "an array of " + what);
        List<T> out = new ArrayList<>();
        if (peek() == ']') {
            next();
            return out;
        }
        do {
            if (out.size() == most) {
                throw malformed("at most " + most + " " + what, "more");
            }
            out.add(element.get());
        } while (more(']'));
        return out;
    }

    /** 32 bytes as an array of 32 numbers, a field element. */
    Node node(String what) {
        Node value = bytes32(what);
        if (!value.isCanonical()) {
            throw malformed(what + " below the scalar field's modulus", value.hex());
        }
        return value;
    }

    /** 32 bytes as an array of 32 numbers. */
    Node bytes32(String what) {
        expect('[', what + ", an array of 32 numbers");
        for (int i = 0; i < Node.BYTES; i++) {
            long number = number(what);
            if (number > 255) {
                throw malformed("a byte of " + what, String.valueOf(number));
            }
            node[i] = (byte) number;
            expect(i < Node.BYTES - 1 ? ',' : ']', "32 numbers in " + what);
        }
        return Node.of(node);
    }

    /** A whole number from 0 to 2^63 - 1. */
    long number(String what) {
        int c = peek();
        if (c < '0' || c > '9') {
            throw malformed("a number for " + what, show(c));
        }
        long value = 0;
        while (c >= '0' && c <= '9') {
            next();
            if (value > (Long.MAX_VALUE - 9) / 10) {
                throw malformed("a number below 2^63 for " + what, "a longer one");
            }
            value = 10 * value + c - '0';
            c = raw();
        }
        return value;
    }

    /** A short string without escapes. */
    String string() {
        expect('"', "a string");
        StringBuilder out = new StringBuilder();
        for (int c = nextRaw(); c != '"'; c = nextRaw()) {
            if (c == END || c == '\\' || c < ' ' || out.length() == LONGEST_STRING) {
                throw malformed("a plain string of at most " + LONGEST_STRING + " characters", show(c));
            }
            out.append((char) c);
        }
        return out.toString();
    }

    /** A string of any length as a stream of its bytes, without escapes; to be read to its end before anything else. */
    InputStream stringBytes(String what) {
        expect('"', what + ", a string");
        return new InputStream() {
            private boolean ended;

            @Override
            public int read() {
                if (ended) {
                    return END;
                }
                int c = nextRaw();
                if (c == END || c == '\\') {
                    throw malformed("the end of " + what, show(c));
                }
                ended = c == '"';
                return ended ? END : c;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                int count = 0;
                for (int c = length == 0 ? END : read(); c != END; c = count == length ? END : read()) {
                    into[offset + count++] = (byte) c;
                }
                return count == 0 && length > 0 ? END : count;
            }
        };
    }

    /** Any value, passed over; null. */
    Object skip() {
        skip(0);
        return null;
    }

    /** Only white space may follow. */
    void end() {
        int c = peek();
        if (c != END) {
            throw malformed("the end of the file", show(c));
        }
    }

    BadInputException malformed(String expected, String found) {
        return new BadInputException(
                ReasonCode.MALFORMED_FILE,
                name + ": at byte " + (passed + position) + " expected " + expected + ", found " + found);
    }

    private void skip(int depth) {
        if (depth == DEEPEST) {
            throw malformed("at most " + DEEPEST + " levels", "more");
        }
        int c = peek();
        switch (c) {
            case '{' -> object(key -> skip(depth + 1));
            case '[' -> skipArray(depth);
            case '"' -> skipString();
            default -> skipWord();
        }
    }

    private void skipArray(int depth) {
        next();
        if (peek() == ']') {
            next();
            return;
        }
        do {
            skip(depth + 1);
        } while (more(']'));
    }

    /** Of any length, escapes and all. */
    private void skipString() {
        next();
        for (int c = nextRaw(); c != '"'; c = nextRaw()) {
            if (c == END || (c == '\\' && nextRaw() == END)) {
                throw malformed("the end of a string", show(END));
            }
        }
    }

    /** A number, true, false or null. */
    private void skipWord() {
        int length = 0;
        for (int c = raw(); Character.isLetterOrDigit(c) || c == '-' || c == '+' || c == '.'; c = raw()) {
            next();
            length++;
        }
        if (length == 0) {
            throw malformed("a value", show(raw()));
        }
    }

    /** After an element: true at a comma, false at the closing bracket. */
    private boolean more(int close) {
        int c = peek();
        if (c != ',' && c != close) {
            throw malformed("a comma or " + (char) close, show(c));
        }
        next();
        return c == ',';
    }

    private void expect(int wanted, String what) {
        int c = peek();
        if (c != wanted) {
            throw malformed(what, show(c));
        }
        next();
    }

    /** The next byte that is not white space, left where it is. */
    private int peek() {
        int c = raw();
        while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            next();
            c = raw();
        }
        return c;
    }

    private int raw() {
        return position < limit || fill() ? buffer[position] & 0xff : END;
    }

    private void next() {
        position++;
    }

    private int nextRaw() {
        int c = raw();
        if (c != END) {
            next();
        }
        return c;
    }

    private boolean fill() {
        try {
            passed += limit;
            position = 0;
            limit = Math.max(0, in.read(buffer));
            return limit > 0;
        } catch (IOException e) {
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE, name + ": at byte " + passed + " can't be read: " + e.getMessage(), e);
        }
    }

    private static String show(int c) {
        return c == END
                ? "the end of the file"
                : "'" + new String(new byte[] {(byte) c}, StandardCharsets.ISO_8859_1) + "'";
    }
}
