package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * SHA-256's compression function. Arguments: 512 message bits, then 256 bits of the hash so far, both most significant first; the result likewise. 25,840 rows where no bit is constant.
 *
 * <p>The sums for a and e are deferred: terms are gathered over a round and added once. Source: FIPS 180-4 and bellperson, {@code sha256.rs}.
 */
public record Sha256Block() implements Gadget {
    private static final int BLOCK = 512;
    private static final int WORD = 32;

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        List<Bit> bits = arguments.stream().map(Bit.class::cast).toList();
        try (PackedEqualities equalities = new PackedEqualities(cs)) {
            List<Word> schedule = schedule(cs, equalities, words(bits.subList(0, BLOCK)));
            List<Word> hash = words(bits.subList(BLOCK, BLOCK + 256));
            List<Wire> out = new ArrayList<>();
            compress(cs, equalities, schedule, hash).forEach(word -> out.addAll(word.bigEndian()));
            return out;
        }
    }

    private static List<Word> words(List<Bit> bits) {
        List<Word> words = new ArrayList<>();
        for (int i = 0; i < bits.size(); i += WORD) {
            words.add(Word.ofBigEndian(bits.subList(i, i + WORD)));
        }
        return words;
    }

    private static List<Word> schedule(ConstraintSystem cs, PackedEqualities equalities, List<Word> block) {
        List<Word> w = new ArrayList<>(block);
        for (int i = 16; i < 64; i++) {
            Word a = w.get(i - 15);
            Word s0 = a.rotateRight(7).xor(cs, a.rotateRight(18)).xor(cs, a.shiftRight(3));
            Word b = w.get(i - 2);
            Word s1 = b.rotateRight(17).xor(cs, b.rotateRight(19)).xor(cs, b.shiftRight(10));
            w.add(Word.sum(cs, equalities, List.of(w.get(i - 16), s0, w.get(i - 7), s1)));
        }
        return w;
    }

    private static List<Word> compress(
            ConstraintSystem cs, PackedEqualities equalities, List<Word> schedule, List<Word> hash) {
        List<Word> a = List.of(hash.get(0));
        Word b = hash.get(1);
        Word c = hash.get(2);
        Word d = hash.get(3);
        List<Word> e = List.of(hash.get(4));
        Word f = hash.get(5);
        Word g = hash.get(6);
        Word h = hash.get(7);
        for (int i = 0; i < 64; i++) {
            Word newE = settled(cs, equalities, e);
            Word s1 = newE.rotateRight(6).xor(cs, newE.rotateRight(11)).xor(cs, newE.rotateRight(25));
            Word choice = Word.choose(cs, newE, f, g);
            List<Word> t1 = List.of(h, s1, choice, Word.constant(Sha256Constants.round(i)), schedule.get(i));
            Word newA = settled(cs, equalities, a);
            Word s0 = newA.rotateRight(2).xor(cs, newA.rotateRight(13)).xor(cs, newA.rotateRight(22));
            Word majority = Word.majority(cs, newA, b, c);
            h = g;
            g = f;
            f = newE;
            e = with(t1, d);
            d = c;
            c = b;
            b = newA;
            a = with(t1, s0, majority);
        }
        return List.of(
                settled(cs, equalities, with(a, hash.get(0))),
                Word.sum(cs, equalities, List.of(hash.get(1), b)),
                Word.sum(cs, equalities, List.of(hash.get(2), c)),
                Word.sum(cs, equalities, List.of(hash.get(3), d)),
                settled(cs, equalities, with(e, hash.get(4))),
                Word.sum(cs, equalities, List.of(hash.get(5), f)),
                Word.sum(cs, equalities, List.of(hash.get(6), g)),
                Word.sum(cs, equalities, List.of(hash.get(7), h)));
    }

    /** The sum of the terms gathered for a word; a single term is the word itself. */
    private static Word settled(ConstraintSystem cs, PackedEqualities equalities, List<Word> terms) {
        return terms.size() == 1 ? terms.getFirst() : Word.sum(cs, equalities, terms);
    }

    private static List<Word> with(List<Word> terms, Word... more) {
        List<Word> out = new ArrayList<>(terms);
        out.addAll(List.of(more));
        return out;
    }
}
