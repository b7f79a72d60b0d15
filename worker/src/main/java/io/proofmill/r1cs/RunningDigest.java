package io.proofmill.r1cs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A SHA-256 over a stream of little-endian words, with the digests of its prefixes at regular counts. */
final class RunningDigest {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CAPACITY = 1 << 16;
    private static final int LONGEST_WRITE = 64;

    private final MessageDigest sha256 = sha256();
    private final byte[] buffer = new byte[CAPACITY + LONGEST_WRITE];
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private int filled;

    void putInt(int value) {
        INT.set(buffer, filled, value);
        filled += Integer.BYTES;
    }

    /** One term of a row: kind of variable, its index, its coefficient in 32 bytes. */
    void putTerm(int kind, int index, byte[] coefficient) {
        makeRoom();
        buffer[filled] = (byte) kind;
        INT.set(buffer, filled + 1, index);
        System.arraycopy(coefficient, 0, buffer, filled + 5, 32);
        filled += 37;
    }

    /** 32 bytes as they are. */
    void putBytes(byte[] bytes) {
        makeRoom();
        System.arraycopy(bytes, 0, buffer, filled, 32);
        filled += 32;
    }

    /** Call before writing more than a term without one. */
    void makeRoom() {
        if (filled > CAPACITY) {
            flush();
        }
    }

    private void flush() {
        sha256.update(buffer, 0, filled);
        filled = 0;
    }

    void checkpoint(long count) {
        flush();
        try {
            MessageDigest copy = (MessageDigest) sha256.clone();
            byte[] digest = new byte[32];
            copy.digest(digest, 0, digest.length);
            checkpoints.add(Checkpoint.of(count, digest));
        } catch (CloneNotSupportedException | DigestException e) {
            throw new IllegalStateException("this JDK's SHA-256 can't be forked", e);
        }
    }

    String finish() {
        flush();
        return HexFormat.of().formatHex(sha256.digest());
    }

    List<Checkpoint> checkpoints() {
        return List.copyOf(checkpoints);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK has SHA-256", e);
        }
    }
}
