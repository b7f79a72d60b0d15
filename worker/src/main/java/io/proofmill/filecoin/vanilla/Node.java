package io.proofmill.filecoin.vanilla;

import java.math.BigInteger;
import java.util.HexFormat;

/**
 * 32 bytes: a leaf, an inner node, a label or a commitment. As a number it is little-endian; the words are its limbs, least significant first.
 */
public record Node(long w0, long w1, long w2, long w3) {
    public static final int BYTES = 32;
    public static final Node ZERO = new Node(0, 0, 0, 0);

    /** The order of BLS12-381's subgroups, limb by limb. */
    private static final Node MODULUS =
            new Node(0xffff_ffff_0000_0001L, 0x53bd_a402_fffe_5bfeL, 0x3339_d808_09a1_d805L, 0x73ed_a753_299d_7d48L);

    private static final long LOW_62_BITS = -1L >>> 2;

    /** Reads 32 bytes at an offset. */
    public static Node of(byte[] bytes, int offset) {
        return new Node(
                word(bytes, offset), word(bytes, offset + 8), word(bytes, offset + 16), word(bytes, offset + 24));
    }

    public static Node of(byte[] bytes) {
        return of(bytes, 0);
    }

    public static Node of(long value) {
        return new Node(value, 0, 0, 0);
    }

    public static Node of(long[] words) {
        return new Node(words[0], words[1], words[2], words[3]);
    }

    public static Node of(BigInteger value) {
        return new Node(
                value.longValue(),
                value.shiftRight(64).longValue(),
                value.shiftRight(128).longValue(),
                value.shiftRight(192).longValue());
    }

    /** Reads 64 hexadecimal digits, bytes in file order. */
    public static Node ofHex(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    public byte[] bytes() {
        byte[] out = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            out[i] = (byte) (limb(i / 8) >>> (8 * (i % 8)));
        }
        return out;
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    public long limb(int i) {
        return switch (i) {
            case 0 -> w0;
            case 1 -> w1;
            case 2 -> w2;
            default -> w3;
        };
    }

    /** Copies the limbs to an array. */
    public void copyTo(long[] words, int offset) {
        words[offset] = w0;
        words[offset + 1] = w1;
        words[offset + 2] = w2;
        words[offset + 3] = w3;
    }

    public BigInteger value() {
        byte[] bytes = bytes();
        byte[] big = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            big[i] = bytes[BYTES - 1 - i];
        }
        return new BigInteger(1, big);
    }

    /** Whether the number is below the scalar field's modulus. */
    public boolean isCanonical() {
        for (int i = 3; i >= 0; i--) {
            int order = Long.compareUnsigned(limb(i), MODULUS.limb(i));
            if (order != 0) {
                return order < 0;
            }
        }
        return false;
    }

    /** The lowest 254 bits, which always are a field element. */
    public Node truncated() {
        return new Node(w0, w1, w2, w3 & LOW_62_BITS);
    }

    @Override
    public String toString() {
        return hex();
    }

    private static long word(byte[] bytes, int offset) {
        long word = 0;
        for (int i = 7; i >= 0; i--) {
            word = word << 8 | (bytes[offset + i] & 0xff);
        }
        return word;
    }
}
