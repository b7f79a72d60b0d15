package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.queue.LedgerMetadata.UnreadableException;
import java.util.BitSet;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerMetadataTest {
    @Test
    void an_empty_ledger_is_an_empty_text() throws Exception {
        assertThat(LedgerMetadata.EMPTY.encode()).isEmpty();
        assertThat(LedgerMetadata.decode("")).isEqualTo(LedgerMetadata.EMPTY);
        assertThat(LedgerMetadata.decode(null)).isEqualTo(LedgerMetadata.EMPTY);
    }

    @Test
    void what_was_written_is_read_back() throws Exception {
        for (int seed = 0; seed < 2_000; seed++) {
            LedgerMetadata metadata = random(new Random(seed));
            assertThat(LedgerMetadata.decode(metadata.encode()))
                    .as("seed %d", seed)
                    .isEqualTo(metadata);
        }
    }

    @Test
    void ten_thousand_done_offsets_around_one_stuck_job_take_less_than_thirty_characters() {
        BitSet done = new BitSet();
        done.set(1, 10_001);
        assertThat(new LedgerMetadata(done, new TreeMap<>()).encode()).hasSizeLessThan(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "{\"offset\":3}", "bGVvLXBhcmFsbGVs"})
    void metadata_of_another_program_is_called_foreign(String text) {
        assertThatThrownBy(() -> LedgerMetadata.decode(text))
                .isInstanceOf(UnreadableException.class)
                .hasMessage("written by another program");
    }

    @Test
    void metadata_of_a_future_version_is_told_apart() {
        assertThatThrownBy(() -> LedgerMetadata.decode("PM2.AAAA"))
                .isInstanceOf(UnreadableException.class)
                .hasMessage("written by another version of Proofmill");
    }

    @Test
    void metadata_cut_short_at_any_place_is_refused() {
        String text = random(new Random(1)).encode();
        for (int length = 1; length < text.length(); length++) {
            String cut = text.substring(0, length);
            assertThatThrownBy(() -> LedgerMetadata.decode(cut)).isInstanceOf(UnreadableException.class);
        }
    }

    @Test
    void random_bytes_never_do_more_than_be_refused() {
        Random random = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            String text = "PM1." + java.util.Base64.getEncoder().encodeToString(bytes);
            assertThatThrownBy(() -> LedgerMetadata.decode(text)).isInstanceOf(UnreadableException.class);
        }
    }

    private static LedgerMetadata random(Random random) {
        BitSet done = new BitSet();
        int window = 1 + random.nextInt(3_000);
        double density = random.nextDouble();
        boolean inRuns = random.nextBoolean();
        for (int i = 1; i < window; i++) {
            boolean same = inRuns && random.nextInt(50) != 0;
            done.set(i, same ? done.get(i - 1) : random.nextDouble() < density);
        }
        TreeMap<Integer, Integer> starts = new TreeMap<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            starts.put(random.nextInt(window), 1 + random.nextInt(OffsetLedger.MAX_COUNT));
        }
        return new LedgerMetadata(done, starts);
    }
}
