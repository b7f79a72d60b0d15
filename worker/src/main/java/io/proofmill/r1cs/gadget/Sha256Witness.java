package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.WitnessWriter;
import java.util.Arrays;

/**
 * Values of the variables of {@link Sha256}: the hash is computed on words, and each word operation writes its bits. A message is gathered word by word, then hashed. Not thread-safe, reusable.
 */
public final class Sha256Witness {
    private static final int BLOCK = 16;

    private final TracedWord[] message;
    private final TracedWord[] schedule = new TracedWord[64];
    private int length;

    /** For messages of at most that many words. */
    public Sha256Witness(int words) {
        message = new TracedWord[words + BLOCK + 2];
    }

    /** Appends a word of variables. */
    public void variable(int word) {
        message[length++] = TracedWord.variable(word);
    }

    /** Appends a word of constants. */
    public void constant(int word) {
        message[length++] = TracedWord.constant(word);
    }

    /** Appends a word of variables but for the constant bits of the mask. */
    public void partlyKnown(int word, int known) {
        message[length++] = new TracedWord(word, known, 0);
    }

    /** Writes all blocks' variables, forgets the message and returns the digest's words. */
    public int[] hash(WitnessWriter out) {
        pad();
        TracedWord[] hash = new TracedWord[8];
        for (int i = 0; i < hash.length; i++) {
            hash[i] = TracedWord.constant(Sha256Constants.initial(i));
        }
        for (int start = 0; start < length; start += BLOCK) {
            hash = block(out, start, hash);
        }
        length = 0;
        int[] digest = new int[hash.length];
        for (int i = 0; i < digest.length; i++) {
            digest[i] = hash[i].value();
        }
        return digest;
    }

    private void pad() {
        long bits = 32L * length;
        constant(1 << 31);
        while (length % BLOCK != BLOCK - 2) {
            constant(0);
        }
        constant((int) (bits >>> 32));
        constant((int) bits);
    }

    /** In the order of {@link Sha256Block}. */
    private TracedWord[] block(WitnessWriter out, int start, TracedWord[] hash) {
        schedule(out, start);
        TracedWord[] a = {hash[0]};
        TracedWord b = hash[1];
        TracedWord c = hash[2];
        TracedWord d = hash[3];
        TracedWord[] e = {hash[4]};
        TracedWord f = hash[5];
        TracedWord g = hash[6];
        TracedWord h = hash[7];
        for (int i = 0; i < 64; i++) {
            TracedWord newE = settled(out, e);
            TracedWord s1 = newE.rotateRight(6).xor(out, newE.rotateRight(11)).xor(out, newE.rotateRight(25));
            TracedWord choice = TracedWord.choose(out, newE, f, g);
            TracedWord key = TracedWord.constant(Sha256Constants.round(i));
            TracedWord newA = settled(out, a);
            TracedWord s0 = newA.rotateRight(2).xor(out, newA.rotateRight(13)).xor(out, newA.rotateRight(22));
            TracedWord majority = TracedWord.majority(out, newA, b, c);
            e = new TracedWord[] {h, s1, choice, key, schedule[i], d};
            a = new TracedWord[] {h, s1, choice, key, schedule[i], s0, majority};
            h = g;
            g = f;
            f = newE;
            d = c;
            c = b;
            b = newA;
        }
        return new TracedWord[] {
            TracedWord.sum(out, with(a, hash[0])),
            TracedWord.sum(out, hash[1], b),
            TracedWord.sum(out, hash[2], c),
            TracedWord.sum(out, hash[3], d),
            TracedWord.sum(out, with(e, hash[4])),
            TracedWord.sum(out, hash[5], f),
            TracedWord.sum(out, hash[6], g),
            TracedWord.sum(out, hash[7], h)
        };
    }

    private void schedule(WitnessWriter out, int start) {
        System.arraycopy(message, start, schedule, 0, BLOCK);
        for (int i = BLOCK; i < schedule.length; i++) {
            TracedWord a = schedule[i - 15];
            TracedWord s0 = a.rotateRight(7).xor(out, a.rotateRight(18)).xor(out, a.shiftRight(3));
            TracedWord b = schedule[i - 2];
            TracedWord s1 = b.rotateRight(17).xor(out, b.rotateRight(19)).xor(out, b.shiftRight(10));
            schedule[i] = TracedWord.sum(out, schedule[i - 16], s0, schedule[i - 7], s1);
        }
    }

    private static TracedWord settled(WitnessWriter out, TracedWord[] terms) {
        return terms.length == 1 ? terms[0] : TracedWord.sum(out, terms);
    }

    private static TracedWord[] with(TracedWord[] terms, TracedWord more) {
        TracedWord[] out = Arrays.copyOf(terms, terms.length + 1);
        out[terms.length] = more;
        return out;
    }
}
