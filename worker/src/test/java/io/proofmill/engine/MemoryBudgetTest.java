package io.proofmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private final MemoryBudget budget = new MemoryBudget(100);

    @Test
    void a_reservation_is_given_back_once_however_often_it_is_closed() throws InterruptedException {
        MemoryBudget.Reservation reservation = budget.reserve(60, "a vector", Work.UNATTENDED);
        assertThat(budget.reserved()).isEqualTo(60);

        reservation.close();
        reservation.close();

        assertThat(budget.reserved()).isZero();
    }

    @Test
    void what_can_never_fit_is_refused_with_both_numbers() {
        assertThatThrownBy(() -> budget.reserve(101, "a vector", Work.UNATTENDED))
                .isInstanceOf(BadInputException.class)
                .hasMessage("a vector needs 101 bytes, the whole memory budget (memory.limit) is 100")
                .extracting(failure -> ((BadInputException) failure).reason())
                .isEqualTo(ReasonCode.TOO_LARGE);
    }

    @Test
    void a_reservation_waits_until_another_is_closed() throws Exception {
        MemoryBudget.Reservation first = budget.reserve(80, "a vector", Work.UNATTENDED);
        CompletableFuture<MemoryBudget.Reservation> second = new CompletableFuture<>();
        Thread waiter = Thread.ofVirtual().start(() -> {
            try {
                second.complete(budget.reserve(30, "another", Work.UNATTENDED));
            } catch (InterruptedException e) {
                second.completeExceptionally(e);
            }
        });
        assertThat(budget.tryReserve(30)).isEmpty();

        first.close();
        waiter.join();

        assertThat(second).isCompleted();
        assertThat(budget.reserved()).isEqualTo(30);
    }

    @Test
    void a_cancelled_wait_ends_without_a_reservation() throws InterruptedException {
        budget.reserve(80, "a vector", Work.UNATTENDED);

        assertThatThrownBy(() -> budget.reserve(30, "another", () -> true)).isInstanceOf(CancellationException.class);

        assertThat(budget.reserved()).isEqualTo(80);
    }

    @Test
    void whoever_waits_has_what_nobody_uses_dropped() throws InterruptedException {
        Deque<MemoryBudget.Reservation> copies = new ArrayDeque<>();
        copies.add(budget.reserve(40, "a copy", Work.UNATTENDED));
        copies.add(budget.reserve(40, "another copy", Work.UNATTENDED));
        budget.reclaimFrom(() -> {
            if (copies.isEmpty()) {
                return false;
            }
            copies.removeFirst().close();
            return true;
        });

        budget.reserve(50, "a vector", Work.UNATTENDED);

        assertThat(copies).hasSize(1);
        assertThat(budget.reserved()).isEqualTo(90);
    }
}
