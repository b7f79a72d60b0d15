package io.proofmill.filecoin.statement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The stream of words of ChaCha; a u64 takes the low word first.
 *
 * <p>Source: D. J. Bernstein, "ChaCha, a variant of Salsa20"; RFC 8439.
 */
final class ChaCha {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int[] CONSTANTS = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    private static final int WORDS = 16;
    private static final int COUNTER = 12;

    private final int[] input = new int[WORDS];
    private final int[] block = new int[WORDS];
    private final int doubleRounds;
    private int used = WORDS;

    private ChaCha(int rounds, byte[] key, byte[] nonce) {
        this.doubleRounds = rounds / 2;
        System.arraycopy(CONSTANTS, 0, input, 0, CONSTANTS.length);
        for (int i = 0; i < 8; i++) {
            input[4 + i] = (int) INT.get(key, 4 * i);
        }
        for (int i = 0; i < nonce.length / 4; i++) {
            input[COUNTER + 1 + i] = (int) INT.get(nonce, 4 * i);
        }
    }

    /** ChaCha8Rng of Rust's rand_chacha: 8 rounds, a 64-bit counter, stream 0. */
    static ChaCha eight(byte[] seed) {
        return new ChaCha(8, seed, new byte[0]);
    }

    /** ChaCha20 as in RFC 8439: 20 rounds, a 32-bit counter from 0, a nonce of 12 bytes. */
    static ChaCha twenty(byte[] key, byte[] nonce) {
        return new ChaCha(20, key, nonce);
    }

    /** Goes on with the first word of a block of 16. */
    ChaCha seek(int number) {
        input[COUNTER] = number;
        used = WORDS;
        return this;
    }

    long nextLong() {
        long low = nextInt() & 0xffff_ffffL;
        return low | (long) nextInt() << Integer.SIZE;
    }

    int nextInt() {
        if (used == WORDS) {
            refill();
        }
        return block[used++];
    }

    private void refill() {
        System.arraycopy(input, 0, block, 0, WORDS);
        for (int i = 0; i < doubleRounds; i++) {
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
        if (++input[COUNTER] == 0) {
            input[COUNTER + 1]++;
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
