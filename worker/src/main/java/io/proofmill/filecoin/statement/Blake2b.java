package io.proofmill.filecoin.statement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;

/** BLAKE2b, RFC 7693. Takes a message in pieces. Not thread-safe. */
public final class Blake2b {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BLOCK = 128;
    private static final int ROUNDS = 12;
    private static final int LONGEST = 64;
    private static final long FANOUT_AND_DEPTH = 0x0101_0000L;

    /** SHA-512's initial values. */
    private static final long[] IV = {
        0x6a09e667f3bcc908L, 0xbb67ae8584caa73bL, 0x3c6ef372fe94f82bL, 0xa54ff53a5f1d36f1L,
        0x510e527fade682d1L, 0x9b05688c2b3e6c1fL, 0x1f83d9abfb41bd6bL, 0x5be0cd19137e2179L
    };

    /** The order of message words in each round, hexadecimal. */
    private static final int[][] SIGMA = Stream.of(
                    "0123456789abcdef",
                    "ea489fd61c02b753",
                    "b8c052fdae367194",
                    "7931dcbe265a40f8",
                    "905724afe1bc683d",
                    "2c6a0b834d75fe19",
                    "c51fed4a0763928b",
                    "db7ec13950f4862a",
                    "6fe9b308c2d714a5",
                    "a2847615fb9e3cd0")
            .map(order -> order.chars().map(digit -> Character.digit(digit, 16)).toArray())
            .toArray(int[][]::new);

    private final long[] state = IV.clone();
    private final long[] message = new long[16];
    private final long[] v = new long[16];
    private final byte[] buffer = new byte[BLOCK];
    private final int digestBytes;
    private int buffered;
    private long length;

    /** 64 bytes, without a key. */
    public Blake2b() {
        this(LONGEST, new byte[0]);
    }

    /** That many bytes, at most 64, with a key of at most 64 bytes. */
    Blake2b(int digestBytes, byte[] key) {
        this.digestBytes = digestBytes;
        state[0] ^= FANOUT_AND_DEPTH | (long) key.length << 8 | digestBytes;
        if (key.length > 0) {
            update(Arrays.copyOf(key, BLOCK), 0, BLOCK);
        }
    }

    /** The digest of a whole message. */
    public static byte[] of(byte[] message) {
        return new Blake2b().update(message, 0, message.length).digest();
    }

    public Blake2b update(byte[] bytes, int offset, int count) {
        int at = offset;
        int left = count;
        while (left > 0) {
            if (buffered == BLOCK) {
                compress(BLOCK, false);
                buffered = 0;
            }
            int taken = Math.min(left, BLOCK - buffered);
            System.arraycopy(bytes, at, buffer, buffered, taken);
            buffered += taken;
            at += taken;
            left -= taken;
        }
        return this;
    }

    Blake2b update(byte[] bytes) {
        return update(bytes, 0, bytes.length);
    }

    /** The digest's bytes; nothing may be added after. */
    public byte[] digest() {
        Arrays.fill(buffer, buffered, BLOCK, (byte) 0);
        compress(buffered, true);
        byte[] out = new byte[8 * state.length];
        for (int i = 0; i < state.length; i++) {
            LONG.set(out, 8 * i, state[i]);
        }
        return Arrays.copyOf(out, digestBytes);
    }

    private void compress(int bytes, boolean last) {
        length += bytes;
        for (int i = 0; i < 16; i++) {
            message[i] = (long) LONG.get(buffer, 8 * i);
        }
        System.arraycopy(state, 0, v, 0, 8);
        System.arraycopy(IV, 0, v, 8, 8);
        v[12] ^= length;
        v[14] = last ? ~v[14] : v[14];
        for (int round = 0; round < ROUNDS; round++) {
            round(SIGMA[round % SIGMA.length]);
        }
        for (int i = 0; i < 8; i++) {
            state[i] ^= v[i] ^ v[i + 8];
        }
    }

    private void round(int[] sigma) {
        mix(0, 4, 8, 12, sigma, 0);
        mix(1, 5, 9, 13, sigma, 2);
        mix(2, 6, 10, 14, sigma, 4);
        mix(3, 7, 11, 15, sigma, 6);
        mix(0, 5, 10, 15, sigma, 8);
        mix(1, 6, 11, 12, sigma, 10);
        mix(2, 7, 8, 13, sigma, 12);
        mix(3, 4, 9, 14, sigma, 14);
    }

    private void mix(int a, int b, int c, int d, int[] sigma, int at) {
        v[a] += v[b] + message[sigma[at]];
        v[d] = Long.rotateRight(v[d] ^ v[a], 32);
        v[c] += v[d];
        v[b] = Long.rotateRight(v[b] ^ v[c], 24);
        v[a] += v[b] + message[sigma[at + 1]];
        v[d] = Long.rotateRight(v[d] ^ v[a], 16);
        v[c] += v[d];
        v[b] = Long.rotateRight(v[b] ^ v[c], 63);
    }
}
