package io.proofmill.queue;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * The part of an {@link OffsetLedger} that travels in the metadata of an offset commit.
 *
 * <p>Text form: {@code PM1.} and base64 of body and CRC-32 (4 bytes, big-endian, over the body). Body, numbers as unsigned LEB128:
 *
 * <pre>
 * count of starts, then for each: distance from the one before (from 0 at first), starts
 * 0, then a bitmap, lowest bit first: bit i says whether offset committed + 1 + i is done
 * or 1, then run lengths, in turn not done and done, from offset committed + 1
 * </pre>
 *
 * The shorter of bitmap and runs is written. An empty text is an empty ledger.
 *
 * @param doneBeyond bit i says whether offset committed + i is done; bit 0 is never set
 * @param starts distance from the committed offset to how often that unfinished job was started
 */
record LedgerMetadata(BitSet doneBeyond, SortedMap<Integer, Integer> starts) {
    /** Longest text that a broker accepts by default ({@code offset.metadata.max.bytes}). */
    static final int MAX_LENGTH = 4_096;

    private static final String FAMILY = "PM";
    private static final String VERSION_1 = "PM1.";
    private static final int BITMAP = 0;
    private static final int RUNS = 1;
    private static final int CHECKSUM_BYTES = 4;
    /** Far beyond any ledger's window, and below what a number can hold. */
    private static final int MAX_DISTANCE = 1 << 20;

    static final LedgerMetadata EMPTY = new LedgerMetadata(new BitSet(), new TreeMap<>());

    /** Metadata that cannot be used, and why, in one phrase. */
    static final class UnreadableException extends Exception {
        UnreadableException(String phrase) {
            super(phrase);
        }
    }

    String encode() {
        if (doneBeyond.isEmpty() && starts.isEmpty()) {
            return "";
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writeStarts(body);
        byte[] bitmap = bitmap();
        byte[] runs = runs();
        boolean bitmapIsShorter = bitmap.length <= runs.length;
        body.write(bitmapIsShorter ? BITMAP : RUNS);
        body.writeBytes(bitmapIsShorter ? bitmap : runs);
        ByteBuffer sealed = ByteBuffer.allocate(body.size() + CHECKSUM_BYTES);
        sealed.put(body.toByteArray()).putInt(checksum(body.toByteArray()));
        return VERSION_1 + Base64.getEncoder().withoutPadding().encodeToString(sealed.array());
    }

    static LedgerMetadata decode(String text) throws UnreadableException {
        if (text == null || text.isEmpty()) {
            return EMPTY;
        }
        if (!text.startsWith(FAMILY)) {
            throw new UnreadableException("written by another program");
        }
        if (!text.startsWith(VERSION_1)) {
            throw new UnreadableException("written by another version of Proofmill");
        }
        ByteBuffer body = unseal(text.substring(VERSION_1.length()));
        try {
            SortedMap<Integer, Integer> starts = readStarts(body);
            int form = body.get();
            if (form != BITMAP && form != RUNS) {
                throw new UnreadableException("of an unknown form " + form);
            }
            return new LedgerMetadata(form == BITMAP ? readBitmap(body) : readRuns(body), starts);
        } catch (BufferUnderflowException e) {
            throw new UnreadableException("cut short");
        }
    }

    /** For those who only look on: metadata that cannot be used says nothing. */
    static LedgerMetadata decodeOrEmpty(String text) {
        try {
            return decode(text);
        } catch (UnreadableException e) {
            return EMPTY;
        }
    }

    private void writeStarts(ByteArrayOutputStream out) {
        writeNumber(out, starts.size());
        int before = 0;
        for (Map.Entry<Integer, Integer> start : starts.entrySet()) {
            writeNumber(out, start.getKey() - before);
            writeNumber(out, start.getValue());
            before = start.getKey();
        }
    }

    private static SortedMap<Integer, Integer> readStarts(ByteBuffer in) throws UnreadableException {
        TreeMap<Integer, Integer> starts = new TreeMap<>();
        int distance = 0;
        for (int count = readNumber(in); count > 0; count--) {
            distance += readNumber(in);
            starts.put(distance, readNumber(in));
        }
        return starts;
    }

    private byte[] bitmap() {
        return doneBeyond.isEmpty()
                ? new byte[0]
                : doneBeyond.get(1, doneBeyond.length()).toByteArray();
    }

    private static BitSet readBitmap(ByteBuffer in) {
        BitSet shifted = new BitSet();
        BitSet.valueOf(in).stream().forEach(i -> shifted.set(i + 1));
        return shifted;
    }

    private byte[] runs() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 1; at < doneBeyond.length(); ) {
            int runStart = doneBeyond.nextSetBit(at);
            int runEnd = doneBeyond.nextClearBit(runStart);
            writeNumber(out, runStart - at);
            writeNumber(out, runEnd - runStart);
            at = runEnd;
        }
        return out.toByteArray();
    }

    private static BitSet readRuns(ByteBuffer in) throws UnreadableException {
        BitSet done = new BitSet();
        int at = 1;
        while (in.hasRemaining()) {
            int runStart = at + readNumber(in);
            at = runStart + readNumber(in);
            if (at < runStart || at > MAX_DISTANCE) {
                throw new UnreadableException("describing offsets further away than any ledger does");
            }
            done.set(runStart, at);
        }
        return done;
    }

    private static void writeNumber(ByteArrayOutputStream out, int number) {
        int rest = number;
        while (rest >= 0x80) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    /** Numbers are below 2^21: three bytes. */
    private static int readNumber(ByteBuffer in) throws UnreadableException {
        int number = 0;
        for (int shift = 0; shift < 21; shift += 7) {
            int next = in.get();
            number |= (next & 0x7f) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw new UnreadableException("holding a number that is too large");
    }

    private static int checksum(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return (int) crc.getValue();
    }

    private static ByteBuffer unseal(String base64) throws UnreadableException {
        byte[] sealed;
        try {
            sealed = Base64.getDecoder().decode(base64.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("not base64");
        }
        if (sealed.length < CHECKSUM_BYTES) {
            throw new UnreadableException("cut short");
        }
        byte[] body = Arrays.copyOf(sealed, sealed.length - CHECKSUM_BYTES);
        if (ByteBuffer.wrap(sealed).getInt(body.length) != checksum(body)) {
            throw new UnreadableException("cut short or damaged");
        }
        return ByteBuffer.wrap(body);
    }
}
