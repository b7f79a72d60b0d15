package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.queue.OffsetLedger.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OffsetLedgerTest {
    @Test
    void the_base_is_the_lowest_offset_that_is_not_done() {
        OffsetLedger ledger = tracking(10, 14);
        ledger.complete(12);
        assertThat(ledger.base()).isEqualTo(10);
        ledger.complete(10);
        assertThat(ledger.base()).isEqualTo(11);
        ledger.complete(11);
        assertThat(ledger.base()).isEqualTo(13);
        ledger.complete(13);
        assertThat(ledger.base()).isEqualTo(14);
    }

    @Test
    void a_repeat_after_offsets_went_backwards_is_recognised() {
        OffsetLedger ledger = tracking(0, 3);
        ledger.complete(1);
        assertThat(ledger.track(0)).isEqualTo(Delivery.IN_FLIGHT);
        assertThat(ledger.track(1)).isEqualTo(Delivery.DONE);
        assertThat(ledger.track(2)).isEqualTo(Delivery.IN_FLIGHT);
        assertThat(ledger.track(3)).isEqualTo(Delivery.NEW);
        ledger.complete(0);
        ledger.complete(0);
        assertThat(ledger.track(0)).isEqualTo(Delivery.DONE);
        assertThat(ledger.base()).isEqualTo(2);
    }

    @Test
    void offsets_that_do_not_exist_count_as_done() {
        OffsetLedger ledger = new OffsetLedger(5);
        assertThat(ledger.track(9)).isEqualTo(Delivery.NEW);
        assertThat(ledger.base()).isEqualTo(9);
        assertThat(ledger.track(12)).isEqualTo(Delivery.NEW);
        ledger.complete(9);
        assertThat(ledger.base()).isEqualTo(12);
    }

    @Test
    void a_gap_of_billions_of_offsets_costs_nothing_when_nothing_is_in_flight() {
        OffsetLedger ledger = new OffsetLedger(0);
        assertThat(ledger.track(1L << 40)).isEqualTo(Delivery.NEW);
        assertThat(ledger.base()).isEqualTo(1L << 40);
    }

    @Test
    void a_record_beyond_the_window_has_no_room_until_the_base_moves() {
        OffsetLedger ledger = tracking(0, 1);
        assertThat(ledger.track(OffsetLedger.MAX_WINDOW)).isEqualTo(Delivery.NO_ROOM);
        ledger.complete(0);
        assertThat(ledger.track(OffsetLedger.MAX_WINDOW)).isEqualTo(Delivery.NEW);
    }

    @Test
    void starts_are_counted_handed_back_and_forgotten_with_the_job() {
        OffsetLedger ledger = tracking(0, 2);
        ledger.start(1);
        ledger.start(1);
        assertThat(ledger.starts(1)).isEqualTo(2);
        ledger.handBack(1);
        assertThat(ledger.starts(1)).isEqualTo(1);
        ledger.complete(1);
        assertThat(ledger.starts(1)).isZero();
        assertThat(ledger.started()).isEmpty();
    }

    @Test
    void an_offset_that_was_never_delivered_cannot_be_completed() {
        OffsetLedger ledger = tracking(0, 2);
        assertThatThrownBy(() -> ledger.complete(2)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_copy_does_not_change_its_original() {
        OffsetLedger ledger = tracking(0, 2);
        OffsetLedger draft = ledger.copy();
        draft.start(1);
        draft.complete(0);
        assertThat(ledger.base()).isZero();
        assertThat(ledger.starts(1)).isZero();
    }

    @Test
    void a_restored_ledger_knows_what_is_done_beyond_and_what_was_started() throws Exception {
        OffsetLedger ledger = tracking(100, 110);
        ledger.start(100);
        ledger.start(105);
        ledger.start(105);
        List.of(101L, 102L, 107L).forEach(ledger::complete);
        OffsetLedger restored = restored(ledger);
        assertThat(restored.track(100)).isEqualTo(Delivery.NEW);
        assertThat(restored.track(101)).isEqualTo(Delivery.DONE);
        assertThat(restored.track(102)).isEqualTo(Delivery.DONE);
        assertThat(restored.track(103)).isEqualTo(Delivery.NEW);
        assertThat(restored.starts(100)).isEqualTo(1);
        assertThat(restored.starts(105)).isEqualTo(2);
        restored.complete(100);
        assertThat(restored.base()).isEqualTo(103);
    }

    /** How the starts of a full ledger lie. */
    enum Layout {
        EVEN,
        RANDOM,
        /** As many distances as the window has room for take two bytes each: no layout is longer. */
        AS_MANY_LONG_DISTANCES_AS_FIT;

        /** Offsets beyond the base's own, as many as the ledger takes. */
        Set<Long> offsets(Random random) {
            int window = OffsetLedger.MAX_WINDOW;
            int count = OffsetLedger.MAX_STARTED;
            return switch (this) {
                case EVEN ->
                    LongStream.rangeClosed(1, count)
                            .map(i -> i * (window - 1) / count)
                            .boxed()
                            .collect(Collectors.toSet());
                case RANDOM ->
                    random.longs(1, window).distinct().limit(count).boxed().collect(Collectors.toSet());
                case AS_MANY_LONG_DISTANCES_AS_FIT ->
                    LongStream.rangeClosed(1, count)
                            .map(i -> i <= 126 ? i * 128 : 126 * 128 + (i - 126))
                            .boxed()
                            .collect(Collectors.toSet());
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void the_metadata_of_the_fullest_ledger_fits_the_brokers_limit(Layout layout) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            OffsetLedger ledger = tracking(7, 7 + OffsetLedger.MAX_WINDOW);
            Set<Long> started = layout.offsets(random);
            assertThat(started).hasSize(OffsetLedger.MAX_STARTED);
            for (int n = 0; n < 200; n++) {
                started.forEach(beyond -> ledger.start(7 + beyond));
                ledger.start(7);
            }
            for (long offset = 8; offset < 7 + OffsetLedger.MAX_WINDOW; offset++) {
                if (ledger.starts(offset) == 0 && random.nextBoolean()) {
                    ledger.complete(offset);
                }
            }
            assertThat(ledger.commitPoint().metadata().length())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(LedgerMetadata.MAX_LENGTH);
        }
    }

    @Test
    void the_job_at_the_base_may_start_when_all_other_places_are_taken_and_no_other_may() {
        OffsetLedger ledger = tracking(0, 1_000);
        for (long offset = 500; offset < 500 + OffsetLedger.MAX_STARTED; offset++) {
            ledger.start(offset);
        }
        assertThat(ledger.mayStart(1, 0)).isFalse();
        assertThat(ledger.mayStart(500, 0)).isTrue();
        assertThat(ledger.mayStart(0, 0)).isTrue();
        ledger.start(0);
        assertThat(ledger.mayStart(1, 0)).isFalse();
        ledger.complete(0);
        assertThat(ledger.mayStart(1, 0)).isTrue();
        assertThat(ledger.mayStart(1, 1)).isFalse();
    }

    /** Pain 5: committed is never above the lowest incomplete offset, never beyond the end, never backwards, and a crash at any moment forgets nothing that was committed. */
    @Test
    void a_wrong_commit_cannot_happen_in_a_thousand_random_histories() throws Exception {
        for (int seed = 0; seed < 1_000; seed++) {
            new RandomHistory(seed).play();
        }
    }

    /** A plain model beside the ledger: sets of offsets, no cleverness. */
    private static final class RandomHistory {
        private final int seed;
        private final Random random;
        private final TreeSet<Long> existing = new TreeSet<>();
        private final TreeSet<Long> done = new TreeSet<>();
        private final Map<Long, Integer> starts = new HashMap<>();
        private final List<Long> inFlight = new ArrayList<>();
        private final long end;
        private OffsetLedger ledger;
        private long position;
        private long lastBase;

        RandomHistory(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            long first = random.nextInt(1_000);
            long at = first;
            for (int i = 0; i < 40; i++) {
                existing.add(at);
                at += random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1;
            }
            this.end = existing.last() + 1;
            this.ledger = new OffsetLedger(first);
            this.position = first;
            this.lastBase = first;
        }

        void play() throws Exception {
            for (int step = 0; step < 120; step++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> deliver();
                    case 3, 4, 5 -> finishOne();
                    case 6 -> startOne();
                    default -> crashAndRestore();
                }
                check();
            }
        }

        private void deliver() {
            Long offset = existing.ceiling(position);
            if (offset == null) {
                return;
            }
            Delivery delivery = ledger.track(offset);
            assertThat(delivery)
                    .as("seed %d offset %d", seed, offset)
                    .isEqualTo(done.contains(offset) ? Delivery.DONE : Delivery.NEW);
            if (delivery == Delivery.NEW) {
                inFlight.add(offset);
            }
            position = offset + 1;
        }

        private void startOne() {
            if (!inFlight.isEmpty()) {
                long offset = inFlight.get(random.nextInt(inFlight.size()));
                ledger.start(offset);
                starts.merge(offset, 1, Integer::sum);
            }
        }

        private void finishOne() {
            if (!inFlight.isEmpty()) {
                long offset = inFlight.remove(random.nextInt(inFlight.size()));
                ledger.complete(offset);
                done.add(offset);
                starts.remove(offset);
            }
        }

        private void crashAndRestore() throws Exception {
            ledger = restored(ledger);
            inFlight.clear();
            position = ledger.base();
        }

        private void check() {
            Long lowest =
                    existing.stream().filter(o -> !done.contains(o)).findFirst().orElse(end);
            assertThat(ledger.base())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(lowest)
                    .isLessThanOrEqualTo(end)
                    .isGreaterThanOrEqualTo(lastBase);
            starts.forEach((offset, count) ->
                    assertThat(ledger.starts(offset)).as("seed %d", seed).isEqualTo(count));
            lastBase = ledger.base();
        }
    }

    /** Brokers that lose the end of a log (an unclean election) write other records where the lost ones stood. */
    @Test
    void what_is_known_of_offsets_beyond_the_logs_end_is_forgotten() throws Exception {
        OffsetLedger before = tracking(0, 10);
        before.start(0);
        before.start(8);
        for (long offset : new long[] {2, 5, 7, 9}) {
            before.complete(offset);
        }
        CommitPoint point = before.commitPoint();
        OffsetLedger ledger = OffsetLedger.restore(point.offset(), LedgerMetadata.decode(point.metadata()), 6);

        for (long offset = 0; offset < 6; offset++) {
            boolean done = offset == 2 || offset == 5;
            assertThat(ledger.track(offset)).isEqualTo(done ? Delivery.DONE : Delivery.NEW);
            ledger.complete(offset);
        }
        assertThat(ledger.base()).as("never beyond the log's end").isEqualTo(6);
        assertThat(ledger.starts(8)).isZero();
        for (long offset = 6; offset < 10; offset++) {
            assertThat(ledger.track(offset)).isEqualTo(Delivery.NEW);
        }
    }

    private static OffsetLedger tracking(long from, long to) {
        OffsetLedger ledger = new OffsetLedger(from);
        for (long offset = from; offset < to; offset++) {
            assertThat(ledger.track(offset)).isEqualTo(Delivery.NEW);
        }
        return ledger;
    }

    private static OffsetLedger restored(OffsetLedger ledger) throws Exception {
        CommitPoint point = ledger.commitPoint();
        return OffsetLedger.restore(point.offset(), LedgerMetadata.decode(point.metadata()), Long.MAX_VALUE);
    }
}
