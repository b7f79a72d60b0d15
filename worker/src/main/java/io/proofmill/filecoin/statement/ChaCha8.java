package io.proofmill.filecoin.statement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The generator ChaCha8Rng of Rust's rand_chacha: ChaCha with 8 rounds, a 64-bit block counter and stream 0; words come out in order, a u64 low word first.
 *
 * <p>Source: D. J. Bernstein, "ChaCha, a variant of Salsa20".
 */
final class ChaCha8 {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int[] CONSTANTS = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    private static final int WORDS = 16;
    private static final int DOUBLE_ROUNDS = 4;

    private final int[] input = new int[WORDS];
    private final int[] block = new int[WORDS];
    private int used = WORDS;

    /** Seeds with 32 bytes. */
    ChaCha8(byte[] seed) {
        System.arraycopy(CONSTANTS, 0, input, 0, CONSTANTS.length);
        for (int i = 0; i < 8; i++) {
            input[4 + i] = (int) INT.get(seed, 4 * i);
        }
    }

    long nextLong() {
        long low = nextInt() & 0xffff_ffffL;
        return low | (long) nextInt() << Integer.SIZE;
    }

    private int nextInt() {
        if (used == WORDS) {
            refill();
        }
        return block[used++];
    }

    private void refill() {
        System.arraycopy(input, 0, block, 0, WORDS);
        for (int i = 0; i < DOUBLE_ROUNDS; i++) {
            quarter(0, 4, 8, 12);
            quarter(1, 5, 9, 13);
            quarter(2, 6, 10, 14);
            quarter(3, 7, 11, 15);
            quarter(0, 5, 10, 15);
            quarter(1, 6, 11, 12);
            quarter(2, 7, 8, 13);
            quarter(3, 4, 9, 14);
        }
        for (int i = 0; i < WORDS; i++) {
            block[i] += input[i];
        }
        if (++input[12] == 0) {
            input[13]++;
        }
        used = 0;
    }

    private void quarter(int a, int b, int c, int d) {
        block[a] += block[b];
        block[d] = Integer.rotateLeft(block[d] ^ block[a], 16);
        block[c] += block[d];
        block[b] = Integer.rotateLeft(block[b] ^ block[c], 12);
        block[a] += block[b];
        block[d] = Integer.rotateLeft(block[d] ^ block[a], 8);
        block[c] += block[d];
        block[b] = Integer.rotateLeft(block[b] ^ block[c], 7);
    }
}
