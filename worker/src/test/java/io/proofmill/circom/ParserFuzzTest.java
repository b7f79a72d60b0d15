package io.proofmill.circom;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whatever the bytes: a parser accepts them or refuses them with a reason; it never fails in another way. */
class ParserFuzzTest {
    private static final long SEED = 20261130;
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");

    @Test
    void zkey() {
        fuzz("circuit.zkey", 4000, bytes -> {
            try (ProvingKey key =
                            Zkey.of("f.zkey", MemorySegment.ofArray(bytes)).provingKey();
                    Assignment assignment = Assignment.allocate(
                            key.shape().curve(), Math.min(1000, key.shape().variables()))) {
                assignment.size();
            }
        });
    }

    @Test
    void wtns() {
        fuzz(
                "witness.wtns",
                4000,
                bytes -> Wtns.read("f.wtns", MemorySegment.ofArray(bytes)).close());
    }

    @Test
    void r1cs() {
        fuzz("circuit.r1cs", 4000, bytes -> {
            try (R1cs r1cs = R1cs.of("f.r1cs", MemorySegment.ofArray(bytes));
                    Assignment assignment = MULTIPLIER.assignment()) {
                r1cs.firstUnsatisfied(assignment, Work.UNATTENDED);
            }
        });
    }

    @Test
    void verification_key() {
        fuzz("verification_key.json", 1000, bytes -> VerificationKeyJson.read("f.json", bytes));
    }

    @Test
    void proof() {
        fuzz("proof.json", 1000, bytes -> ProofJson.read("f.json", bytes, CurveId.BN254));
    }

    @Test
    void public_signals() {
        fuzz("public.json", 2000, bytes -> PublicJson.read("f.json", bytes));
    }

    @Test
    void input_signals() {
        fuzz("input.json", 2000, bytes -> InputSignals.read("f.json", bytes));
    }

    @Test
    void wasm() {
        fuzz("circuit.wasm", 15, bytes -> WitnessCalculator.compile("f.wasm", bytes));
    }

    private static void fuzz(String file, int rounds, Consumer<byte[]> parser) {
        byte[] whole = MULTIPLIER.bytes(file);
        Random random = new Random(SEED);
        for (int round = 0; round < rounds; round++) {
            byte[] mutant = mutate(whole, random);
            assertThatCode(() -> {
                        try {
                            parser.accept(mutant);
                        } catch (BadInputException refused) {
                            // One of the two right answers.
                        }
                    })
                    .as("round %d of seed %d", round, SEED)
                    .doesNotThrowAnyException();
        }
    }

    /** Flips bits, plants extreme numbers, cuts, or doubles a piece. */
    private static byte[] mutate(byte[] whole, Random random) {
        byte[] mutant = whole.clone();
        int at = random.nextInt(whole.length);
        switch (random.nextInt(5)) {
            case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> Arrays.fill(mutant, at, Math.min(at + 8, mutant.length), (byte) (random.nextInt(3) - 1));
            case 2 -> mutant = Arrays.copyOf(mutant, at);
            case 3 -> {
                mutant = Arrays.copyOf(mutant, mutant.length + 16);
                System.arraycopy(
                        whole,
                        at,
                        mutant,
                        at + Math.min(16, whole.length - at),
                        whole.length - at - Math.min(16, whole.length - at));
            }
            default -> {
                int header = random.nextInt(Math.min(96, mutant.length));
                mutant[header] = (byte) random.nextInt();
            }
        }
        return mutant;
    }
}
